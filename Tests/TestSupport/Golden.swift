internal import Foundation
package import Testing

/// Expected outputs kept as files in the folder `Goldens` beside a test. `RECORD_GOLDENS=1` writes
/// them again, and fails the run.
package enum Golden {
  /// - Parameter testFile: the file of the test; its own path unless given.
  package static func expect(
    _ text: String, in name: String, testFile: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: testFile).deletingLastPathComponent().appending(path: "Goldens")
      .appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(text.utf8).write(to: file)
      Issue.record(
        "\(name) was recorded: look at it, then run again", sourceLocation: sourceLocation)
      return
    }
    let expected = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    guard text != expected else { return }
    let (lines, wanted) = (text.split(separator: "\n"), expected.split(separator: "\n"))
    let difference = lines.difference(from: wanted).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    Issue.record(
      "\(name) differs:\n\(difference.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }
}
