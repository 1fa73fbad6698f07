import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckSchema
import Foundation
import Synchronization
import Testing

/// Values nested so deeply, with so many subschemas for each, that a schema is not judged to their
/// end.
@Suite("Depth of schemas")
struct SchemaDepthTests {
  @Test(
    "what lies too deep to be judged fails", arguments: [(250, true), (300, false), (500, false)])
  func tooDeep(_ depth: Int, isJudged: Bool) throws {
    let inner = ##"{"items": {"$ref": "#"}, "type": ["array", "integer"]}"##
    let text =
      String(repeating: #"{"allOf": ["#, count: 8) + inner + String(repeating: "]}", count: 8)
    var options = RunOptions()
    options.reading.format = .jsonl
    options.reading.threads = 1
    let ruleSet = try SchemaSuite.read(text, .draft2020).ruleSet
    let check = try Check(ruleSet: ruleSet, options: options)
    for (value, isRight) in [("1", true), (#""text""#, false)] {
      let record =
        String(repeating: "[", count: depth) + value + String(repeating: "]", count: depth)
      let valid = withLargeStack { check.run([.bytes(Array(record.utf8), name: "a")]).valid }
      #expect(valid == (isRight && isJudged ? 1 : 0), "\(value)")
    }
  }

  /// A debug build takes many times the stack of an optimised one.
  private func withLargeStack(_ body: @escaping @Sendable () -> Int) -> Int {
    let result = LargeStackResult()
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      result.value.withLock { $0 = value }
      ended.signal()
    }
    thread.stackSize = 256 << 20
    thread.start()
    ended.wait()
    return result.value.withLock { $0 }
  }
}

private final class LargeStackResult: Sendable {
  let value = Mutex(-1)
}
