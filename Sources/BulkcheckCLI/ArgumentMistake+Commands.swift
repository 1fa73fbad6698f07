internal import ArgumentParser
internal import BulkcheckDocument
internal import BulkcheckOutput

extension ArgumentMistake {
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
}
