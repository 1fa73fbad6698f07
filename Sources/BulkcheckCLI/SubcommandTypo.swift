internal import ArgumentParser
internal import BulkcheckOutput
internal import BulkcheckProfile

/// A misspelt subcommand, which would be taken for an input of `check`.
enum SubcommandTypo {
  /// What to say about the arguments; nil if the first one is no such word.
  static func message(_ arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let known =
      BulkcheckCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + [
        "help"
      ]
    guard !known.contains(word), let nearest = NearestWord.of(word, among: known),
      !FileIdentity.exists(word)
    else { return nil }
    return "\(word) is neither a command nor a file: did you mean `bulkcheck \(nearest)`?"
  }
}
