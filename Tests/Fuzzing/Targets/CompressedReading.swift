import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import Twins

/// Reading that the targets of all compressions share.
enum CompressedReading {
  /// Whether three threads report something else than one.
  static func parallelFinding(_ stored: [UInt8]) -> String? {
    let way = Way(format: .jsonl)
    var other = way
    other.threads = 3
    other.chunkBytes = 64
    guard let expected = try? Judging.report(ruleSet, stored, way),
      let actual = try? Judging.report(ruleSet, stored, other)
    else { return "the rules cannot be run" }
    return expected == actual ? nil : "3 threads: \(difference(expected, actual))"
  }

  static let ruleSet: RuleSet = {
    let text = #"{"bulkcheck":1,"records":{"min":0},"fields":{"a":{"required":true}}}"#
    guard let profile = try? Judging.profile(text) else {
      preconditionFailure("the profile above has no mistake")
    }
    return profile.ruleSet
  }()

  /// Reads to the end, or to the error, in pieces of a size.
  static func read(_ source: any ByteSource, size: Int) -> (bytes: [UInt8], error: InputError?) {
    // Of exactly the size that is asked for, so that a sanitizer sees every byte beyond.
    let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { piece.deallocate() }
    let room = ByteRoom(start: piece, count: size)
    var bytes: [UInt8] = []
    do throws(InputError) {
      while true {
        let count = try source.read(into: room)
        if count == 0 { return (bytes, nil) }
        bytes.append(room.written(count))
      }
    } catch {
      precondition(!error.description.isEmpty)
      return (bytes, error)
    }
  }
}
