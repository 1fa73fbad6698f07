internal import ArgumentParser
internal import BulkcheckReport

/// The options that decide the verdict, of `check` and `merge`.
struct VerdictArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The lowest severity of a failing rule that makes the exit code 1.", valueName: "level"))
  var failOn = VerdictOptions.FailLevel.error

  @Flag(
    help: """
      Also fail on rules that never applied, fields that never appeared, and a schema that asserts \
      nothing.
      """)
  var strict = false

  /// - Parameter baseline: what ``BaselineOptions/read()`` gave.
  func options(baseline: Baseline?) -> VerdictOptions {
    var options = VerdictOptions()
    options.baseline = baseline
    options.failOn = failOn
    options.strict = strict
    return options
  }
}
