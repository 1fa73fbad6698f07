import Testing
import Twins

@testable import BulkcheckCore

/// Places of failures, counted in bounded memory.
@Suite("The spread of failures")
struct FailureSpreadTests {
  @Test("runs and words of failing records are those that were inserted", arguments: 0..<40)
  func failingRecords(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var records = RecordBits()
    defer { records.deallocate() }
    for _ in 0..<2 {
      let count = random.below(700) + 1
      let percent = [1, 30, 97, 100][seed % 4]
      let failing = (0..<count).map { _ in random.below(100) < percent }
      var ordinal = 0
      while ordinal < count {
        let lanes = min(count - ordinal, random.below(64) + 1)
        var bits: UInt64 = 0
        for lane in 0..<lanes where failing[ordinal + lane] { bits |= 1 << UInt64(lane) }
        if bits != 0 { records.insert(Lanes(bits: bits), from: ordinal) }
        ordinal += lanes
      }
      var fromRuns = [Bool](repeating: false, count: count)
      var last = -1
      records.forEachRun { run in
        #expect(run.lowerBound > last && !run.isEmpty)
        last = run.upperBound
        for record in run { fromRuns[record] = true }
      }
      #expect(fromRuns == failing)
      var fromWords = [Bool](repeating: false, count: count)
      records.forEachWord { bits, first in
        for bit in 0..<64 where bits >> UInt64(bit) & 1 != 0 { fromWords[first + bit] = true }
      }
      #expect(fromWords == failing)
      records.clear()
      #expect(records.isEmpty)
    }
  }

  @Test("is the same in any order and by words, runs or records", arguments: 0..<24)
  func order(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let sizeMaximum = [9_000, 3_000, 2_000, 90][seed % 4]
    let sizes = (0..<[1, 1, 3, 40][seed % 4]).map { _ in random.below(sizeMaximum) + 1 }
    let percent = [1, 50, 100][seed % 3]
    var words = FailureSpread()
    var runs = FailureSpread()
    var places: [(input: Int, record: Int)] = []
    for (input, size) in sizes.enumerated() {
      var first = 0
      while first < size {
        let count = min(64, size - first)
        var bits: UInt64 = 0
        for bit in 0..<count where random.below(100) < percent {
          bits |= 1 << UInt64(bit)
          places.append((input, first + bit))
          runs.add(first + bit..<first + bit + 1, input: input)
        }
        words.add(bits, from: first, input: input)
        // Words of a chunk begin anywhere.
        first += count
      }
    }
    #expect(words == runs)
    var shuffled = FailureSpread()
    for index in places.indices.reversed() {
      places.swapAt(index, random.below(index + 1))
      shuffled.add(places[index].record..<places[index].record + 1, input: places[index].input)
    }
    #expect(shuffled == words)
    #expect(words.failures == places.count)
    #expect(words.parts.count <= FailureSpread.rangesMaximum + sizes.count)
    if places.count <= FailureSpread.rangesMaximum { #expect(words.lengthBits == 0) }
    let naive = Dictionary(grouping: places) { [$0.input, $0.record >> words.lengthBits] }
    #expect(naive.count == words.parts.count)
    #expect(words.parts.allSatisfy { naive[[$0.input, $0.number]]?.count == $0.failures })
  }

  @Test("runs of any length, and too many inputs")
  func extremes() {
    var spread = FailureSpread()
    spread.add(3..<1 << 56, input: 7)
    #expect(spread.failures == 1 << 56 - 3)
    #expect(spread.parts.count <= FailureSpread.rangesMaximum + 1)
    for input in 0..<FailureSpread.inputsMaximum { spread.add(0..<2, input: input) }
    #expect(!spread.isOverfull && spread.parts.count > FailureSpread.inputsMaximum)
    spread.add(0..<1, input: FailureSpread.inputsMaximum)
    #expect(spread.isOverfull && spread.parts.isEmpty)
    spread.add(0..<1, input: 0)
    #expect(spread.parts.isEmpty)
  }
}
