internal import BulkcheckInput

extension InputLocation {
  /// An input as it is named on the command line: a path, or `-` for standard input.
  init(argument: String) { self = argument == "-" ? .standardInput : .file(argument) }
}
