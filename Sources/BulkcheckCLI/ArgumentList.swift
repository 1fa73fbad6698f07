internal import ArgumentParser

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
