internal import BulkcheckCore
internal import BulkcheckDocument

/// The document of a profile, what it extends put in front of it.
struct ProfileDocument {
  var root = DocumentNode.nothing
  var sources = ProfileSources()
  /// Names given twice in one object.
  var repetitions: [Document.Repetition] = []
  /// The profiles that were read besides, each once.
  var extended: [ExtendedProfile] = []
  /// Notes on what a profile takes away that nobody may notice.
  var notes: [(offset: Int, complaint: Complaint)] = []

  /// A profile may extend others that many times in all, and one behind the other.
  private static let filesMaximum = 100
  private static let depthMaximum = 16

  private let load: ProfileLoading?
  /// The folder of the profile itself, for the names of files in mistakes.
  private let folder: String
  private var filesRead = 0

  /// - Throws: the first mistake of a text that is neither JSON nor YAML, or of what is extended.
  ///
  /// - Parameter language: of the profile itself; nil: by the name of its file.
  init(
    _ bytes: [UInt8], fileName: String, language: DocumentLanguage?, load: ProfileLoading?
  ) throws(ProfileMistakes) {
    self.load = load
    folder = FilePath.folder(of: fileName)
    let path = fileName.split(separator: "/").last.map(String.init) ?? fileName
    root = try read(
      bytes, name: fileName, language ?? DocumentLanguage(fileName: fileName), way: [path])
    sources.order(by: root)
  }

  /// A profile that was translated from a text in another language.
  ///
  /// - Parameter root: its nodes have offsets in the text, in any order.
  init(translated root: DocumentNode, source: SourceText, fileName: String) {
    load = nil
    folder = FilePath.folder(of: fileName)
    self.root = root
    _ = sources.append(fileName, source)
    sources.order(byTranslated: root)
  }

  /// Reads a file and what it extends.
  ///
  /// - Parameter way: the paths that led to it, its own the last.
  private mutating func read(
    _ bytes: [UInt8], name: String, _ language: DocumentLanguage, way: [String]
  ) throws(ProfileMistakes) -> DocumentNode {
    let source = SourceText(bytes)
    let document: Document
    do throws(DocumentFault) {
      document = try Document(source, kind: ProfileReader.documentKind, language: language)
    } catch {
      throw ProfileMistakes(fileName: name, source: source, error)
    }
    if way.count > 1, document.root.members == nil {
      throw mistake(
        document, name, document.root,
        .unexpected("an extended profile", found: document.root, expected: "an object"))
    }
    var base: DocumentNode?
    for part in try extendedParts(document, name) {
      let next = try readExtended(part, of: document, name, way)
      base = base.map { merged($0, next) } ?? next
    }
    let start = sources.append(name, document.source)
    repetitions += document.repetitions.map { repetition in
      var repetition = repetition
      repetition.offset += start
      repetition.firstOffset += start
      return repetition
    }
    let own = document.root.moved(by: start).withFiles(in: FilePath.folder(of: way[way.count - 1]))
    return base.map { merged($0, own) } ?? own
  }

  private mutating func merged(_ base: DocumentNode, _ own: DocumentNode) -> DocumentNode {
    let merged = ProfileMerge.merged(base, own)
    notes += DroppedLabels(base, merged, sources).notes
    return merged
  }

  /// The texts under `extends`.
  private func extendedParts(
    _ document: Document, _ name: String
  ) throws(ProfileMistakes) -> [DocumentNode] {
    guard let node = document.root["extends"] else { return [] }
    let parts = node.elements ?? [node]
    for part in parts where part.text?.isEmpty ?? true {
      throw mistake(
        document, name, part,
        .unexpected("`extends`", found: part, expected: "the path of a profile, or a list")
      )
    }
    return parts
  }

  private mutating func readExtended(
    _ part: DocumentNode, of document: Document, _ name: String, _ way: [String]
  ) throws(ProfileMistakes) -> DocumentNode {
    let path = FilePath.joined(FilePath.folder(of: way[way.count - 1]), part.text ?? "")
    filesRead += 1
    if way.contains(path) {
      throw mistake(document, name, part, .extendsItself(way + [path]))
    }
    guard way.count < Self.depthMaximum, filesRead < Self.filesMaximum else {
      throw mistake(document, name, part, .extendsTooMuch)
    }
    guard let load else { throw mistake(document, name, part, .extendsUnreadable) }
    let bytes: [UInt8]
    do throws(ProfileLoadingError) {
      bytes = try load(path)
    } catch {
      throw mistake(document, name, part, .badExtended(error.reason, way: way + [path]))
    }
    if !extended.contains(where: { $0.path == path }) {
      extended.append(ExtendedProfile(path: path, bytes: bytes))
    }
    return try read(
      bytes, name: FilePath.joined(folder, path), DocumentLanguage(fileName: path),
      way: way + [path])
  }

  private func mistake(
    _ document: Document, _ name: String, _ node: DocumentNode, _ complaint: Complaint
  ) -> ProfileMistakes {
    ProfileMistakes(
      fileName: name, source: document.source, complaints: [(node.offset, complaint)])
  }
}

extension Complaint {
  fileprivate static func extendsItself(_ paths: [String]) -> Complaint {
    Complaint("profiles extend each other in a cycle: " + chain(paths))
  }

  fileprivate static let extendsTooMuch = Complaint(
    "profiles extend others too often or too deeply",
    expected: "fewer than 100 in all, and fewer than 16 in one chain")

  fileprivate static let extendsUnreadable = Complaint(
    "`extends` needs files, and this profile is read without any")

  fileprivate static func badExtended(_ reason: String, way: [String]) -> Complaint {
    Complaint("cannot read \(quoted(way[way.count - 1])): \(reason) (\(chain(way)))")
  }

  private static func chain(_ paths: [String]) -> String { paths.joined(separator: " → ") }
}
