import Foundation
import Testing

/// Comments cite the reference as `docs/reference/values.md#numbers`. What they cite is there, and
/// the index leads to every document.
@Suite("Citations of the documents")
struct CitationTests {
  private static let folders = [
    ".ci", "Benchmarks", "Package.swift", "Sources", "Tests", "action", "python", "samples",
    "scripts",
  ]
  private static let suffixes = [".swift", ".py", ".h", ".c", ".json", ".sh", ".yml", ""]

  /// The sources of the project in these folders, without what builds leave behind.
  private static let sources: [(path: String, text: String)] = {
    let paths = folders.flatMap { folder -> [String] in
      let root = DocumentFolder.package.appending(path: folder)
      guard let all = FileManager.default.enumerator(atPath: root.path) else { return [folder] }
      var paths: [String] = []
      while let path = all.nextObject() as? String {
        if path.hasPrefix(".build") || path.contains("/.build") { all.skipDescendants() }
        paths.append("\(folder)/\(path)")
      }
      return paths.isEmpty ? [folder] : paths
    }
    return paths.compactMap { path in
      let name = path.split(separator: "/").last ?? ""
      let suffix = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
      let url = DocumentFolder.package.appending(path: path)
      guard suffixes.contains(suffix), let data = try? Data(contentsOf: url),
        let text = String(data: data, encoding: .utf8)
      else { return nil }
      return (path, text)
    }
  }()

  @Test("every page and heading that a comment cites is there")
  func citations() throws {
    var pages: [String: Set<String>] = [:]
    var count = 0
    for (file, text) in Self.sources where text.utf8.count < 200_000 && text.contains("docs/") {
      for line in text.split(separator: "\n") where line.contains("docs/") {
        for match in line.matches(of: /\bdocs\/([a-z\/-]+\.md)(?:#([a-z0-9-]+))?/) {
          count += 1
          let page = "docs/\(match.output.1)"
          let anchors = try pages[page] ?? DocumentAnchors.of(page)
          pages[page] = anchors
          if let heading = match.output.2 {
            #expect(anchors.contains(String(heading)), "\(file): \(match.output.0)")
          }
        }
      }
    }
    #expect(count > 100)
  }

  /// Contracts that the reference has taken the place of.
  private static let contracts = ["SEMANTICS", "SPEC", "RULES", "TABLE", "TYPED"]

  @Test("no comment cites a contract that is not in the repository")
  func contractsAreNotCited() {
    for (file, text) in Self.sources where file.hasSuffix(".swift") || file.hasSuffix(".py") {
      guard !file.hasSuffix("CitationTests.swift") else { continue }
      for contract in Self.contracts where text.contains(contract + " ") {
        for line in text.split(separator: "\n") where line.contains(contract + " ") {
          let isCited = line.contains(/\b(?:SEMANTICS|SPEC|RULES|TABLE|TYPED) [0-9]/)
          #expect(!isCited, "\(file): \(line)")
        }
      }
    }
  }

  @Test("the index leads to every document")
  func index() throws {
    let index = try String(
      contentsOf: DocumentFolder.package.appending(path: "docs/index.md"), encoding: .utf8)
    let documents = try FileManager.default.subpathsOfDirectory(
      atPath: DocumentFolder.package.appending(path: "docs").path)
    for document in documents where document.hasSuffix(".md") && document != "index.md" {
      #expect(index.contains("](\(document)"), "docs/index.md does not lead to \(document)")
    }
  }
}

/// The anchors of a document's headings, as GitHub makes them.
enum DocumentAnchors {
  static func of(_ document: String) throws -> Set<String> {
    let url = DocumentFolder.package.appending(path: document)
    let headings = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let text = heading.drop { $0 == "#" }.dropFirst().lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
          .replacing(" ", with: "-")
      })
  }
}
