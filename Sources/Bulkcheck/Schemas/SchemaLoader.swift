package import BulkcheckCore
internal import BulkcheckDocument
package import BulkcheckProfile
package import BulkcheckSchema

/// Reads the JSON Schema of a run, which the command line or a profile names.
package final class SchemaLoader {
  /// Finds the schema's file by its path.
  package typealias Opening = (_ path: String) throws(SchemaFault) -> SchemaFile

  let options: SchemaOptions
  private let resolver: SchemaResolver
  private let open: Opening
  /// To which the paths of a profile are relative.
  private var folder = "."
  /// The path given on the command line.
  private let given: String?
  var isGiven: Bool { given != nil }
  /// The schema and its path, once it has been read.
  private(set) var read: (path: String, schema: ReadSchema)?

  /// - Parameters:
  ///   - given: the path that is beside the profile in any case.
  ///   - resolver: finds the documents that the schema refers to.
  package init(
    given: String? = nil, options: SchemaOptions = SchemaOptions(),
    resolver: SchemaResolver = .none, open: @escaping Opening
  ) {
    self.given = given
    self.options = options
    self.resolver = resolver
    self.open = open
  }

  /// Reads a schema; throws its mistakes, or why its file cannot be read.
  package func schema(_ path: String) throws -> ReadSchema {
    if let read, read.path == path { return read.schema }
    let schema = try SchemaReader.read(open(path), resolver: resolver, options: options)
    read = (path, schema)
    return schema
  }

  /// The loader for a profile in a folder.
  package func inFolder(_ folder: String) -> SchemaLoader {
    self.folder = folder
    return self
  }

  /// Reads the schema of a profile.
  package func load(_ file: String?) throws(SchemaFault) -> RuleSet? {
    if file != nil, given != nil {
      throw SchemaFault(reason: "another one is given with --schema")
    }
    guard let path = file.map(ReferenceLoader(folder: folder).path) ?? given else { return nil }
    do {
      return try schema(path).ruleSet
    } catch let mistakes as SchemaMistakes {
      throw SchemaFault(reason: Self.first(mistakes))
    } catch {
      throw (error as? SchemaFault) ?? SchemaFault(reason: "\(error)")
    }
  }

  private static func first(_ mistakes: SchemaMistakes) -> String {
    guard let file = mistakes.files.first, let first = file.mistakes.first else { return "" }
    let others = mistakes.files.map(\.mistakes.count).reduce(0, +) - 1
    return "\(file.fileName):\(first.line):\(first.column): \(first.sentence)"
      + (others > 0 ? " (and \(others) more; see `bulkcheck lint \(file.fileName)`)" : "")
  }
}
