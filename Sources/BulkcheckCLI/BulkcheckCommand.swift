internal import ArgumentParser
internal import BulkcheckReport

/// The command line's root: options of `check` are accepted without the word.
struct BulkcheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bulkcheck",
    abstract: "Checks every record of JSONL, CSV and TSV files against a profile or a JSON Schema.",
    usage: """
      bulkcheck [check] [options] [input ...]
      bulkcheck <subcommand> [options] ...
      """,
    discussion: """
      EXAMPLES:
        bulkcheck --profile users.json data.jsonl.gz
        bulkcheck -p users.json --report text --report r.json a.jsonl b.csv.gz
        zcat dump.gz | bulkcheck -p users.json --input-format jsonl -
        bulkcheck --schema order.schema.json orders.jsonl.gz
        bulkcheck infer data.jsonl.gz > users.json
        bulkcheck explain data.jsonl.gz --line 18293 --profile users.json
        bulkcheck merge --report report.json part-1.bcp part-2.bcp
        bulkcheck lint users.json
        bulkcheck test users.json

      `bulkcheck check --help` lists the options of a check.

      EXIT CODES:
        0 passed, 1 the data failed, 2 no verdict, 130 interrupted
      """,
    version: bulkcheckVersion,
    subcommands: [
      CheckCommand.self, LintCommand.self, TestCommand.self, ExpandCommand.self,
      SchemaCommand.self, InferCommand.self, ExplainCommand.self,
      MergeCommand.self,
    ],
    defaultSubcommand: CheckCommand.self)
}
