internal import ArgumentParser
internal import BulkcheckCore
internal import BulkcheckDocument

/// Mistakes on the command line that the parser takes for something else, or for nothing.
enum ArgumentMistake {
  // MARK: Before parsing

  /// The message about arguments that the parser would accept; nil if nothing is wrong.
  static func message(_ arguments: [String]) -> String? {
    unknownCommand(arguments) ?? repeatedOption(arguments)
  }

  /// An option with one value that is given several: the parser takes the last one.
  private static func repeatedOption(_ arguments: [String]) -> String? {
    // The parser's description of a command takes milliseconds: it is asked for only if an option
    // may be there twice.
    guard mayRepeatOption(arguments), let list = ArgumentList(arguments) else { return nil }
    var first: [String: ArgumentList.Given] = [:]
    for given in list.options {
      guard let option = list.table[given.name], option.takesValue, !option.isRepeatable else {
        continue
      }
      if let earlier = first.updateValue(given, forKey: option.name) {
        let values = [earlier, given].map { $0.value ?? "nothing" }
        return "\(option.name) is given twice, as \(values[0]) and \(values[1]): give it once."
          + help(list)
      }
    }
    return nil
  }

  /// Whether two arguments begin with the same option, or one with a letter that may be short for
  /// another one.
  private static func mayRepeatOption(_ arguments: [String]) -> Bool {
    var seen: Set<Substring> = []
    for argument in arguments where argument.hasPrefix("-") && argument != "-" {
      guard seen.insert(argument.prefix { $0 != "=" }).inserted else { return true }
    }
    return seen.contains { name in
      guard !name.hasPrefix("--"), let letter = name.dropFirst().first else { return false }
      return name.count > 2 || seen.contains { $0.hasPrefix("--\(letter)") }
    }
  }

  // MARK: After parsing failed

  /// An explanation of arguments that the parser refused; nil if its own words are the best.
  static func explanation(_ arguments: [String]) -> String? {
    guard let list = ArgumentList(arguments), !list.table.isEmpty else { return nil }
    return unknownOption(list) ?? badValue(list) ?? profileAsInput(list)
  }

  private static func unknownOption(_ list: ArgumentList) -> String? {
    for given in list.options where list.table[given.name] == nil {
      // No option here is short for it, and -v is free.
      let isVersion = given.name.lowercased() == "-v"
      guard isVersion || given.name.hasPrefix("--"),
        let nearest = isVersion
          ? "--version" : NearestWord.of(given.name, among: list.table.longNames)
      else { continue }
      return "unknown option \(given.name): did you mean \(nearest)?" + help(list)
    }
    return nil
  }

  /// A profile among the inputs of a command that lacks it.
  private static func profileAsInput(_ list: ArgumentList) -> String? {
    guard let option = list.table["--profile"],
      !list.options.contains(where: { list.table[$0.name]?.name == option.name }),
      let profile = list.positionals.first(where: RuleFile.looksLikeProfile(path:))
    else { return nil }
    let others = list.positionals.filter { $0 != profile }
    let inputs = others.isEmpty ? "data.jsonl" : others.joined(separator: " ")
    return "\(profile) is a profile, not data: "
      + "try `\(call(list)) --profile \(profile) \(inputs)`." + help(list)
  }

  private static func call(_ list: ArgumentList) -> String {
    list.command == CheckCommand.self
      ? "bulkcheck" : "bulkcheck \(list.command.configuration.commandName ?? "")"
  }

  static func help(_ list: ArgumentList) -> String {
    "\nSee `bulkcheck \(list.command.configuration.commandName ?? "") --help`."
  }

  /// Words for what a command or an option does.
  private static let otherWords = [
    "validate": "check", "verify": "check", "version": "--version", "init": "infer",
    "generate": "infer",
  ]

  private static var commands: [String] {
    BulkcheckCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      + ["help"]
  }

  /// A command that there is not: the parser would take it for an input of `check`, or show the
  /// help of all commands instead of that of one.
  static func unknownCommand(_ arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let commands = commands
    if word == "help" { return unknownTopic(arguments.dropFirst().first, commands) }
    guard !commands.contains(word), let nearest = nearest(word, commands),
      !FileIdentity.exists(word)
    else { return nil }
    return "\(word) is neither a command nor a file: did you mean `bulkcheck \(nearest)`?"
  }

  private static func unknownTopic(_ topic: String?, _ commands: [String]) -> String? {
    guard let topic, !topic.hasPrefix("-"), !commands.contains(topic) else { return nil }
    let commands = commands.filter { $0 != "help" }
    guard let nearest = nearest(topic, commands), !nearest.hasPrefix("-") else {
      return "\(topic) is not a command. Commands: \(commands.joined(separator: ", "))."
    }
    return "\(topic) is not a command: did you mean `bulkcheck help \(nearest)`?"
  }

  private static func nearest(_ word: String, _ commands: [String]) -> String? {
    otherWords[word] ?? NearestWord.of(word, among: commands)
  }

  /// A value that its option does not take. The parser says only that it is invalid.
  static func badValue(_ list: ArgumentList) -> String? {
    for given in list.options {
      guard let option = list.table[given.name], let value = given.value,
        let mistake = mistake(in: value, of: option)
      else { continue }
      return mistake + help(list)
    }
    return nil
  }

  private static func mistake(in value: String, of option: OptionTable.Option) -> String? {
    if !option.words.isEmpty { return mistake(in: value, of: option.name, option.words) }
    return switch option.valueName {
    case "format[=path]": ReportDestination.mistake(in: value)
    case "n": mistake(in: value, ofNumber: option.name)
    case "character":
      DelimiterChoice(argument: value) == nil
        ? "\(option.name) must be one ASCII character other than a quote or a line end, or tab, "
          + "not " + Complaint.quoted(value) : nil
    case "suffix=command":
      ReaderChoice(argument: value) == nil
        ? "\(option.name) must be a suffix and a program, such as .odd=read-odd, not "
          + Complaint.quoted(value) : nil
    case "encoding":
      EncodingChoice(label: value) == nil
        ? unknownWord(value, of: option.name, EncodingChoice.names)
          + " Give a name of the WHATWG's standard, such as UTF-16 or windows-1252." : nil
    case "bytes", "size", "chunk-bytes":
      ByteCount(argument: value) == nil
        ? "\(option.name) must be a number of bytes, such as 65536, 64K or 2GiB, not "
          + Complaint.quoted(value) : nil
    default: nil
    }
  }

  private static func mistake(
    in value: String, of option: String, _ words: [String]
  ) -> String? {
    words.contains(value)
      ? nil
      : unknownWord(value, of: option, words) + " Values: \(words.joined(separator: ", "))."
  }

  private static func unknownWord(
    _ value: String, of option: String, _ words: [String]
  ) -> String {
    let nearest = NearestWord.of(value, among: words)
    return "\(option) cannot be \(Complaint.quoted(value))"
      + (nearest.map { ": did you mean \(Complaint.quoted($0))?" } ?? ".")
  }

  private static func mistake(in value: String, ofNumber option: String) -> String? {
    guard Int(value) == nil else { return nil }
    let isTooLarge = !value.isEmpty && value.allSatisfy(\.isNumber)
    return isTooLarge
      ? "\(option) is too large: \(Complaint.quoted(value))"
      : "\(option) must be a whole number, not \(Complaint.quoted(value))"
  }
}

/// The arguments of one command, told apart as the parser does it.
struct ArgumentList {
  /// An option as it was written, and its value if it takes one.
  struct Given {
    var name: String
    var value: String?
  }

  /// nil: `help`, or no command of ours.
  let command: any ParsableCommand.Type
  let table: OptionTable
  private(set) var options: [Given] = []
  private(set) var positionals: [String] = []

  /// nil for `help`.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    let named = BulkcheckCommand.configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if named != nil { rest.removeFirst() }
    guard rest.first != "help" || named != nil else { return nil }
    command = named ?? CheckCommand.self
    table = OptionTable(command)
    var isBehindDashes = false
    while let argument = rest.popFirst() {
      if isBehindDashes || !argument.hasPrefix("-") || argument == "-" {
        positionals.append(argument)
      } else if argument == "--" {
        isBehindDashes = true
      } else {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var given = Given(name: String(parts[0]), value: parts.count == 2 ? String(parts[1]) : nil)
        if given.value == nil, table[given.name]?.takesValue ?? false,
          let next = rest.first, !next.hasPrefix("-") || next == "-"
        {
          given.value = rest.removeFirst()
        }
        options.append(given)
      }
    }
  }
}

/// The options of a command, as the parser describes them.
struct OptionTable {
  struct Option {
    /// The long name, with its dashes.
    var name: String
    var takesValue: Bool
    var isRepeatable: Bool
    /// The name of its value in the help.
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
