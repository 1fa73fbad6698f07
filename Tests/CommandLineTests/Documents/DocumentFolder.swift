import Foundation

/// A folder in which the commands of a document run. It has the profiles and samples of the
/// repository, and files under the names that documents use.
struct DocumentFolder {
  static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let url: URL

  init() throws {
    let made = try Self.made.get()
    url = try Tool.folder()
    let result = try Tool.run("cp -a '\(made.path)'/. .", in: url)
    guard result.exitCode == 0 else { throw Failure(text: result.diagnostics) }
  }

  /// Made once and copied for each document: making it runs the command several times.
  private static let made: Result<URL, any Error> = Result {
    let url = try Tool.folder()
    let result = try Tool.run("set -e; package='\(package.path)'\n\(setUp)", in: url)
    guard result.exitCode == 0 else { throw Failure(text: result.diagnostics) }
    atexit { if case .success(let url) = made { try? FileManager.default.removeItem(at: url) } }
    return url
  }

  struct Failure: Error {
    let text: String
  }

  func remove() { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// Runs a script; returns what it wrote, and the exit codes of each `bulkcheck` that it ran.
  func run(_ script: String) throws -> (result: Tool.Result, codes: [Int32]) {
    try write("", to: "codes")
    let result = try Tool.run("unset -f bulkcheck; PATH=\"$PWD/bin:$PATH\"\n\(script)", in: url)
    let codes = try String(contentsOf: url.appending(path: "codes"), encoding: .utf8)
    return (result, codes.split(separator: "\n").compactMap { Int32($0) })
  }

  /// In `bin` are the command, noting its exit code, and what the documents load into.
  private static let setUp = """
    mkdir bin out incoming data
    cp -r "$package/profiles" profiles; mkdir samples; cp "$package"/samples/*.{jsonl,csv,gz} samples/
    cp "$package"/samples/schema/* .
    cp profiles/users.json users.json
    for name in users data a b more; do cp samples/users.jsonl $name.jsonl; done
    for name in users a b; do cp samples/users.jsonl.gz $name.jsonl.gz; done
    gzip -c samples/users-good.jsonl > data.jsonl.gz
    cp samples/users.csv users.csv; for name in a b; do cp samples/users-good.csv $name.csv; done
    cp samples/users.csv.gz b.csv.gz; cp samples/users.jsonl data/
    gzip -c samples/users-good.jsonl > incoming/users.jsonl.gz
    cp samples/countries.csv .; printf 'tag\\nnew\\n' > tags.csv
    printf '{"account":{"id":7}}\\n' | gzip > customers.jsonl.gz
    for part in part-1 part-2 host-1 host-2 host-3; do
      bulkcheck -p users.json --fail-on never --partial $part.bcp users.jsonl > /dev/null
    done
    cat > bin/bulkcheck <<END
    #!/bin/bash
    '\(Tool.path)' "\\$@"
    code=\\$?
    echo \\$code >> "\\${0%/bin/bulkcheck}/codes"
    exit \\$code
    END
    for name in load load-into-database; do printf '#!/bin/bash\\ncat "$@" > /dev/null\\n' > bin/$name; done
    command -v jq > /dev/null || cp bin/load bin/jq
    chmod +x bin/*
    """
}
