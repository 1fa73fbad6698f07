internal import ArgumentParser
internal import BulkcheckDocument

/// The options of a command, as the parser describes them.
struct OptionTable {
  struct Option {
    /// With its dashes, the long one.
    var name: String
    var takesValue: Bool
    var isRepeatable: Bool
    /// What the help calls its value.
    var valueName: String
    /// The words that it takes; empty: not only some.
    var words: [String]
  }

  /// Each under all its names.
  private var options: [String: Option] = [:]

  init(_ command: any ParsableCommand.Type) {
    let kind = Document.Kind("description", content: "an object", nestingMaximum: 100)
    guard
      let document = try? Document(SourceText(Array(command._dumpHelp().utf8)), kind: kind),
      let arguments = document.root["command"]?["arguments"]?.elements
    else { return }
    for argument in arguments {
      let names = (argument["names"]?.elements ?? []).compactMap(Self.name)
      guard let longest = names.max(by: { $0.utf8.count < $1.utf8.count }) else { continue }
      let option = Option(
        name: longest, takesValue: argument["kind"]?.text == "option",
        isRepeatable: argument["isRepeating"]?.boolean == true,
        valueName: argument["valueName"]?.text ?? "",
        words: (argument["allValues"]?.elements ?? []).compactMap(\.text))
      for name in names { options[name] = option }
    }
  }

  private static func name(_ node: DocumentNode) -> String? {
    node["name"]?.text.map { (node["kind"]?.text == "long" ? "--" : "-") + $0 }
  }

  var isEmpty: Bool { options.isEmpty }

  var longNames: [String] { options.keys.filter { $0.hasPrefix("--") }.sorted() }

  subscript(name: String) -> Option? { options[name] }
}
