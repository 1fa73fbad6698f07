internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckInput
internal import BulkcheckProfile

/// A number in a JSON document, such as the number of rows in a manifest.
enum DocumentNumber {
  /// A manifest is small; a file of data that is named by mistake is not read into memory.
  static let bytesMaximum = 16 << 20

  private static let kind = Document.Kind(
    "document", content: "a JSON value", nestingMaximum: 1000, lastOfEqualNamesCounts: true)

  static func load(
    _ request: ReferenceRequest, _ path: String
  ) throws(ReferenceLoadingError) -> LoadedReference {
    func fault(_ cause: ReferenceLoadingError.Cause) -> ReferenceLoadingError {
      ReferenceLoadingError(path: path, cause: cause)
    }
    var bytes: [UInt8] = []
    let source: DigestingSource
    do throws(InputError) {
      source = DigestingSource(try FileSource(path: path, mustBeRegular: true))
    } catch {
      throw fault(.cannotOpen(error.reason))
    }
    if let stored = source.storedBytes, stored > bytesMaximum {
      throw fault(.tooLong(bytesMaximum))
    }
    do throws(InputError) {
      try source.readAll { piece in
        if bytes.count <= bytesMaximum { bytes.append(piece) }
      }
    } catch {
      throw fault(.unreadable(error.reason))
    }
    guard bytes.count <= bytesMaximum else { throw fault(.tooLong(bytesMaximum)) }
    let root: DocumentNode
    do throws(DocumentFault) {
      root = try Document(SourceText(bytes), kind: kind).root
    } catch {
      throw fault(.notJSON(error.complaint.message))
    }
    guard let steps = request.columns.first?.path?.steps, let digits = number(at: steps, in: root)
    else { throw fault(.noNumber) }
    return LoadedReference(.number(digits), sha256: source.sha256)
  }

  private static func number(at steps: [PathStep], in root: DocumentNode) -> String? {
    var node = root
    for step in steps {
      var next: DocumentNode?
      switch step {
      case .key(let name): next = node[name]
      case .index(let position): next = element(position, of: node)
      case .keyOrIndex(let name, let position): next = node[name] ?? element(position, of: node)
      case .everyElement, .everyMember, .recordKey, .previous: return nil
      }
      guard let next else { return nil }
      node = next
    }
    return node.digits
  }

  private static func element(_ position: Int, of node: DocumentNode) -> DocumentNode? {
    guard let elements = node.elements else { return nil }
    let fromStart = position < 0 ? elements.count + position : position
    return elements.indices.contains(fromStart) ? elements[fromStart] : nil
  }
}
