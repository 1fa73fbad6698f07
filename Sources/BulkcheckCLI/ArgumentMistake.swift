internal import ArgumentParser
internal import BulkcheckDocument
internal import BulkcheckOutput

/// Mistakes on the command line that the parser takes for something else, or for nothing.
enum ArgumentMistake {
  // MARK: Before parsing

  /// What to say about arguments that the parser would accept; nil if nothing is wrong.
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

  /// What someone meant whose arguments the parser refused; nil where its own words are the best.
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
      let profile = list.positionals.first(where: ProfileFile.looksLikeOne(path:))
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
}
