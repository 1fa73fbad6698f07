internal import BulkcheckCore
internal import BulkcheckDocument

/// Rules of other engines, which quality rules of the type `custom` hold.
///
/// `bulkcheck import` reads the same rules in files of their own, with the same readers.
enum QualityEngine {
  /// The engines whose rules can be read, by the names that contracts give them.
  private enum Engine {
    case greatExpectations, soda

    init?(_ name: String) {
      switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
      case "greatexpectations", "gx": self = .greatExpectations
      case "soda", "sodacl", "sodacore": self = .soda
      default: return nil
      }
    }
  }

  /// Reads an implementation; nil if there is no reader for its engine.
  ///
  /// - Parameters:
  ///   - implementation: an object, a list, or a text that holds one in YAML.
  ///   - path: the property that the rule is about.
  static func checks(
    _ implementation: DocumentNode, engine: String, path: FieldPath?
  ) -> [ImportedCheck]? {
    guard let engine = Engine(engine) else { return nil }
    let node = implementation.text.flatMap { value(in: $0, at: implementation.offset) }
    let whole = node ?? implementation
    let column = path?.name
    switch engine {
    case .greatExpectations:
      return (whole["expectations"] ?? whole).listed.map {
        GreatExpectations.check($0, of: column, ImportOptions())
      }
    case .soda:
      if let type = whole["type"] {
        return [SodaContract.check(whole, type, of: column, ImportOptions())]
      }
      return (whole["checks"] ?? whole).listed.map { Soda.check($0, ImportOptions()) }
    }
  }

  /// The value that a text holds, all of it at the place of the text.
  private static func value(in text: String, at offset: Int) -> DocumentNode? {
    let kind = Document.Kind("implementation", content: "a value", nestingMaximum: 64)
    let document = try? Document(SourceText(Array(text.utf8)), kind: kind, language: .yaml)
    return document?.root.moved(to: offset)
  }
}

extension DocumentNode {
  fileprivate func moved(to offset: Int) -> DocumentNode {
    var moved = self
    moved.offset = offset
    switch kind {
    case .array(let elements): moved.kind = .array(elements.map { $0.moved(to: offset) })
    case .object(let members):
      moved.kind = .object(
        members.map {
          DocumentMember(name: $0.name, nameOffset: offset, value: $0.value.moved(to: offset))
        })
    case .null, .boolean, .number, .text: break
    }
    return moved
  }
}

extension FieldPath {
  /// The path as other tools name a column; nil if it leads to several values.
  fileprivate var name: String? {
    var names: [String] = []
    for step in steps {
      guard case .key(let name) = step else { return nil }
      names.append(name)
    }
    return names.joined(separator: ".")
  }
}
