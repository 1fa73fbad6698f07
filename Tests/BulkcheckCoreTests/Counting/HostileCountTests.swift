import Testing

@testable import BulkcheckCore

@Suite("Counts as a damaged partial result may have them")
struct HostileCountTests {
  @Test("quantiles of counts that overflow are some number or none", arguments: [1, 100])
  func quantiles(different: Int) {
    let table = NumberTable()
    for digits in 0..<different {
      for _ in 0..<128 {
        table.add(NumberTable.Entry(digits: digits, scale: 0, group: 0, count: 1 << 56))
      }
    }
    for rank in [1, 1 << 56, Int.max] { #expect(table.numbers(at: [rank]).count == 1) }
  }

  @Test("the failures of a spread are counted along, until nothing is known")
  func spread() {
    var spread = FailureSpread()
    for input in 0..<4096 { spread.add(10..<20 + input, input: input) }
    #expect(spread.failures == spread.parts.reduce(0) { $0 + $1.failures })
    spread.add(0..<1, input: 4096)
    #expect(spread.failures == 0 && spread.parts.isEmpty && spread.lengthBits == 0)
  }
}
