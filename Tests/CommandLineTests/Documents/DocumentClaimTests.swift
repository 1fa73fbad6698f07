import BulkcheckCore
import BulkcheckReport
import Foundation
import Testing

/// README and the documents are right about options, files, tests, variables and limits.
@Suite("Claims of the documents", .waitsForCommands)
struct DocumentClaimTests {
  private static let documents = CodeBlockTests.documents.keys + ["SECURITY.md"]

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: DocumentFolder.package.appending(path: path), encoding: .utf8)
  }

  /// All of what a pattern finds in the documents, with the first document that has it.
  private static func found<Output>(
    _ pattern: Regex<Output>, _ word: (Regex<Output>.Match) -> Substring
  ) throws -> [String: String] {
    var found: [String: String] = [:]
    for document in documents.sorted() {
      for match in try text(document).matches(of: pattern) {
        found[String(word(match)), default: document] = document
      }
    }
    return found
  }

  private static func paths(under folder: String) -> Set<String> {
    let root = DocumentFolder.package
    guard let all = FileManager.default.enumerator(atPath: root.appending(path: folder).path) else {
      return []
    }
    return Set(all.compactMap { ($0 as? String).map { "\(folder)/\($0)" } })
  }

  // MARK: Options

  /// Options of the commands that documents show besides `bulkcheck`: swift, apt-get, docker,
  /// fuzzers.
  private static let othersOptions: Set = [
    "--archives", "--binary", "--columns", "--count", "--disable-default-traits",
    "--disable-sandbox",
    "--experimental-dump-help", "--generate-completion-script", "--no-install-recommends",
    "--package-path", "--product", "--python-version", "--rm", "--scratch-path", "--seed",
    "--show-bin-path", "--size", "--static-swift-stdlib", "--stop", "--strip-components",
    "--target", "--threads", "--tool", "--twice", "--warnings-as-errors",
  ]

  @Test("every option of the commands is in a document, and every option there is one")
  func options() throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let commands = [
      "check", "lint", "test", "expand", "schema", "infer", "import", "explain", "merge",
    ]
    let help = try Tool.run(
      commands.map { "bulkcheck \($0) --help" }.joined(separator: "; "), in: folder
    ).output
    let known = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    let said = try Self.found(/--[a-z][a-z-]+/) { $0.output }
    // Every command has it.
    #expect(known.subtracting(said.keys) == ["--version"])
    let unknown = said.filter { !known.contains($0.key) && !Self.othersOptions.contains($0.key) }
    #expect(unknown == [:])
  }

  // MARK: Files, tests, variables

  @Test("every link leads to a file and to a heading in it")
  func links() throws {
    for document in Self.documents {
      let folder = URL(filePath: "/" + document).deletingLastPathComponent()
      for match in try Self.text(document).matches(of: /\]\(([^)\s]*)\)/) {
        let parts = match.output.1.split(
          separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].contains("://") else { continue }
        let path =
          parts[0].isEmpty
          ? document
          : String(folder.appending(path: String(parts[0])).standardized.path.dropFirst())
        let url = DocumentFolder.package.appending(path: path)
        #expect(FileManager.default.fileExists(atPath: url.path), "\(document): \(match.output.1)")
        guard parts.count == 2, path.hasSuffix(".md") else { continue }
        #expect(
          try DocumentAnchors.of(path).contains(String(parts[1])), "\(document): \(match.output.1)")
      }
    }
  }

  @Test("every test that is named is there")
  func tests() throws {
    let names = Set(
      Self.paths(under: "Tests").compactMap { path in
        path.hasSuffix(".swift") || !path.contains(".")
          ? path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } : nil
      })
    let missing = try Self.found(/`([A-Z][A-Za-z]*Tests)`/) { $0.output.1 }
      .filter { !names.contains($0.key) }
    #expect(missing == [:])
  }

  @Test("every environment variable that is named is read somewhere")
  func variables() throws {
    let variables = try Self.found(/BULKCHECK_[A-Z_]+[A-Z]/) { $0.output }
    let sources = ["Sources", "Tests", ".ci", "action", "Benchmarks", "samples"]
      .flatMap(Self.paths).filter { [".swift", ".py", ""].contains(suffix($0)) }
    var text = try Self.text("Package.swift")
    for path in sources where !path.contains(".build") {
      text += (try? Self.text(path)) ?? ""
    }
    #expect(variables.filter { !text.contains($0.key) } == [:])
  }

  private func suffix(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.firstIndex(of: ".").map { String(name[$0...]) } ?? ""
  }

  @Test("the list of kernels has every file, and every file is in the list")
  func kernels() throws {
    let text = try Self.text("Sources/CBulkcheckScan/include/bulkcheck_scan.h")
    let start = try #require(text.firstRange(of: "// The files:"))
    let rows = text[start.upperBound...].split(separator: "\n").prefix { $0.hasPrefix("//") }
    let listed = rows.flatMap { $0.matches(of: /[a-z0-9_]+\.[ch]\b/).map { String($0.output) } }
    let files = Self.paths(under: "Sources/CBulkcheckScan").map { $0.dropFirst(23) }
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".h") }.filter { !$0.hasPrefix("include/") }
    #expect(listed.sorted() == files.map(String.init).sorted())
    for kernel in ScanKernel.allCases where kernel != .scalar {
      #expect(
        text.uppercased().contains(kernel.rawValue.uppercased().replacing("512", with: "-512")))
    }
  }

  // MARK: Limits

  /// A sentence of a document with the figure from the code.
  private static let limits: [(document: String, words: String)] = [
    ("docs/conformance.md", "accepted up to \(JSONScanner.depthMaximum) open brackets"),
    ("docs/robustness.md", "\(JSONScanner.depthMaximum) open brackets"),
    ("SECURITY.md", "Nesting ends at \(JSONScanner.depthMaximum)"),
    ("docs/reference/infer.md", "more than \(SummaryTree.depthMaximum) levels deep"),
    ("docs/reference/infer.md", "The first \(KindCounts.fieldsMaximum) fields"),
    ("docs/reference/infer.md", "more than \(KindCounts.choicesMaximum) different values"),
    ("docs/reference/infer.md", "more than \(ShapeTable.shapesMaximum) shapes"),
    ("docs/reference/infer.md", "more than \(ValueTable.distinctMaximum) different strings"),
    ("docs/reference/infer.md", "or one of more than \(ValueTable.valueBytesMaximum) bytes"),
    ("docs/reference/infer.md", "more than \(NumberBuckets.bucketsMaximum) different beginnings"),
    ("docs/architecture.md", "strings of up to \(PatternMatcher.quickBytesMaximum >> 10) kB"),
    ("docs/reference/reports.md", "at most \(grouped(MarkdownReport.bytesMaximum)) bytes"),
  ]

  private static func grouped(_ number: Int) -> String {
    number.formatted(.number.locale(Locale(identifier: "en_US")))
  }

  @Test("limits are those of the code", arguments: limits)
  func limit(document: String, words: String) throws {
    #expect(try Self.text(document).contains(words), "\(document) does not say: \(words)")
  }

  @Test("README counts the rules of the profile for users as the tool does")
  func countedRules() throws {
    let folder = try DocumentFolder()
    defer { folder.remove() }
    let lines = try folder.run("bulkcheck expand users.json").result.output.split(separator: "\n")
    let count = lines.dropFirst().count { !$0.hasPrefix("bulkcheck.") }
    let readme = try Self.text("README.md")
    #expect(readme.contains("(\(count) with presence and types)"))
    #expect(readme.contains("(\(count) in all)"))
  }

  /// Options with their defaults, and where documents repeat these.
  @Test(
    "defaults are those of --help",
    arguments: [
      (
        "--max-record-bytes", "(default: 64M)", "docs/robustness.md", "`--max-record-bytes`, 64 MiB"
      ),
      ("--samples", "(default: 5)", "docs/merge.md", "(their `--samples`, 5 if not given)"),
      (
        "--max-paths", "(default: 1000)", "docs/reference/infer.md",
        "and the profile says so | 1000 |"
      ),
    ])
  func defaults(option: String, words: String, document: String, sentence: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let help = try Tool.run("bulkcheck check --help; bulkcheck infer --help", in: folder).output
    let flat = help.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    let texts = flat.ranges(of: "\(option) <").map { flat[$0.upperBound...].prefix(300) }
    #expect(texts.contains { $0.contains(words) })
    #expect(try Self.text(document).contains(sentence))
  }
}
