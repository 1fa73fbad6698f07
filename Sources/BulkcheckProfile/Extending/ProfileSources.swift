internal import BulkcheckDocument

/// The files of a profile. Their texts count as one long text, so one offset names a place in any
/// of them.
struct ProfileSources {
  struct File {
    var name: String
    var source: SourceText
    /// The offset of its first byte.
    var start: Int
  }

  /// The files in the order in which they were put together; the profile itself is the last.
  private(set) var files: [File] = []
  /// The places in the order in which they stand where all files have come together; empty for one
  /// file without aliases, whose offsets tell it.
  private var ranks: [Int: Int] = [:]

  /// The offset at which the next file would begin.
  private var end: Int { files.last.map { $0.start + $0.source.offsetCount } ?? 0 }

  /// Puts a file behind the others; returns where it begins.
  mutating func append(_ name: String, _ source: SourceText) -> Int {
    files.append(File(name: name, source: source, start: end))
    return files[files.count - 1].start
  }

  /// Learns the order of places from the document that all files have come to.
  mutating func order(by root: DocumentNode) {
    guard files.count > 1 || files.contains(where: \.source.hasCopies) else { return }
    note(root)
  }

  /// Learns the order of places from a document whose order is not that of the text.
  mutating func order(byTranslated root: DocumentNode) { note(root) }

  private mutating func note(_ node: DocumentNode) {
    note(node.offset)
    for element in node.elements ?? [] { note(element) }
    for member in node.members ?? [] {
      note(member.nameOffset)
      note(member.value)
    }
  }

  private mutating func note(_ offset: Int) {
    if ranks[offset] == nil { ranks[offset] = ranks.count }
  }

  /// A number that grows from place to place.
  func rank(of offset: Int) -> Int { ranks[offset] ?? offset }

  func file(at offset: Int) -> File {
    files.last { $0.start <= offset } ?? files[0]
  }

  /// The line within its file.
  func line(of offset: Int) -> Int {
    let file = file(at: offset)
    return file.source.line(of: offset - file.start)
  }

  /// `line 3`, and of which file, if that is not the one of another place.
  func place(of offset: Int, from other: Int) -> String {
    let name = file(at: offset).name
    return "line \(line(of: offset))" + (name == file(at: other).name ? "" : " of \(name)")
  }

  /// Mistakes or notes, file by file.
  func mistakes(_ complaints: [(offset: Int, complaint: Complaint)]) -> DocumentMistakes {
    let parts = files.indices.reversed().compactMap { index -> DocumentMistakes? in
      let file = files[index]
      let next = index + 1 < files.count ? files[index + 1].start : .max
      let own = complaints.filter { $0.offset >= file.start && $0.offset < next }
      guard !own.isEmpty else { return nil }
      return DocumentMistakes(
        fileName: file.name, source: file.source,
        complaints: own.map { ($0.offset - file.start, $0.complaint) })
    }
    return DocumentMistakes(fileName: files.last?.name ?? "", parts)
  }
}
