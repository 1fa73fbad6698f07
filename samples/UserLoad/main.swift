// Loads user accounts: valid ones into a CSV file, the others with their reasons into a file of
// JSON lines.
//
//   swift run UserLoad samples/users.jsonl.gz /tmp
//
// writes /tmp/accounts.csv and /tmp/rejected.jsonl, and prints the report. Ends with the report's
// exit code.
internal import Bulkcheck
internal import Foundation

/// Reads batch after batch; the input is read no faster than the files are written.
func load(_ path: String, into folder: URL) async throws -> Report {
  let validator = try BatchValidator(User.requirement)
  let accounts = try AccountTable(folder.appending(path: "accounts.csv"))
  let rejected = try RejectedFile(folder.appending(path: "rejected.jsonl"))
  let batches = try validator.batches(of: [.file(path)])
  for try await batch in batches {
    try accounts.append(batch.valid)
    try rejected.append(batch.invalid)
  }
  return await batches.report
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: UserLoad INPUT FOLDER")
  exit(2)
}
do {
  let report = try await load(arguments[1], into: URL(filePath: arguments[2]))
  print(TextReport.text(report, style: TextStyle()))
  exit(Int32(report.exitCode))
} catch {
  print("UserLoad: \(error)")
  exit(2)
}
