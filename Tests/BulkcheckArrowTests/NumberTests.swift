import BulkcheckCore
import TestSupport
import Testing

@testable import BulkcheckArrow

/// The texts of numbers and times, compared with slower ways to write them.
@Suite("Texts of Arrow's numbers")
struct NumberTests {
  @Test("doubles have the fewest digits, as Swift writes them")
  func doubles() throws {
    var bits: [UInt64] = [
      1, 2, 3, 0x000F_FFFF_FFFF_FFFF, 0x0010_0000_0000_0000, 0x7FEF_FFFF_FFFF_FFFF,
    ]
    for exponent in 1..<2_047 {
      for fraction in [0, 1, 0xF_FFFF_FFFF_FFFF] as [UInt64] {
        bits.append(UInt64(exponent) << 52 | fraction)
      }
    }
    for seed in RandomRun.seeds(20) {
      var random = SeededRandom(seed: UInt64(seed))
      bits += (0..<2_000).map { _ in random.next() & 0x7FFF_FFFF_FFFF_FFFF }
      // Decimals, and the doubles beside them.
      for power in [10.0, 100, 1_000, 1e6, 1e7] {
        let decimal = (Double(random.next() >> UInt64.random(in: 8..<60, using: &random)) / power)
        bits += [decimal.nextDown, decimal, decimal.nextUp].map(\.bitPattern)
      }
    }
    for bits in bits {
      let value = Double(bitPattern: bits)
      guard value.isFinite, value != 0 else { continue }
      let text = write {
        $0.append(
          ShortestFloat(
            fraction: bits & 0xF_FFFF_FFFF_FFFF, exponentBits: Int(bits >> 52), fractionBits: 52,
            bias: 1_023), isNegative: false)
      }
      try #require(PlainNumber(text) == PlainNumber(value.description), "\(value)")
    }
  }

  @Test("floats have the fewest digits, as Swift writes them")
  func floats() throws {
    var random = SeededRandom(seed: 5)
    var patterns: [UInt32] = (0..<256).flatMap { [$0 << 23, $0 << 23 | 1, $0 << 23 | 0x7F_FFFF] }
    patterns += (0..<40_000).map { _ in UInt32.random(in: 0...0x7FFF_FFFF, using: &random) }
    for bits in patterns {
      let value = Float(bitPattern: bits)
      guard value.isFinite, value != 0 else { continue }
      let text = write {
        $0.append(
          ShortestFloat(
            fraction: UInt64(bits & 0x7F_FFFF), exponentBits: Int(bits >> 23), fractionBits: 23,
            bias: 127), isNegative: false)
      }
      try #require(PlainNumber(text) == PlainNumber(value.description), "\(value)")
    }
  }

  @Test("integers have all their digits")
  func integers() {
    var random = SeededRandom(seed: 9)
    var numbers: [Int64] = [0, 9, 10, -1, .min, .max, 99_999_999, 100_000_000]
    numbers += [9_999_999_999_999_999, 10_000_000_000_000_000]
    for shift in 0..<64 { numbers.append(Int64(bitPattern: random.next() >> UInt64(shift))) }
    for number in numbers {
      #expect(write { $0.append(number) } == "\(number)")
      #expect(write { $0.append(digits: number.magnitude) } == "\(number.magnitude)")
    }
    #expect(write { $0.append(digits: .max) } == "\(UInt64.max)")
  }

  @Test(
    "floats are written as numbers of JSON",
    arguments: [
      (1.0, "1.0"), (0.1, "0.1"), (1e15, "1000000000000000.0"), (1e16, "1e+16"),
      (1.5e300, "1.5e+300"), (0.0001, "0.0001"), (0.00001, "1e-05"), (123.456, "123.456"),
    ])
  func forms(value: Double, text: String) {
    let bits = value.bitPattern
    let float = ShortestFloat(
      fraction: bits & 0xF_FFFF_FFFF_FFFF, exponentBits: Int(bits >> 52), fractionBits: 52,
      bias: 1_023)
    #expect(write { $0.append(float, isNegative: false) } == text)
  }

  @Test("dates count years, months and days as the calendar does")
  func dates() throws {
    // From 1 January 0000 to 31 December 9999, by the rule of leap years alone.
    var (year, month, day) = (0, 1, 1)
    for days in Int64(-719_528)...2_932_896 {
      if days % 97 == 0 || day > 27 && month == 2 || days > 2_932_890 {
        let text = write { _ = $0.appendDate(days) }
        try #require(text == "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))")
      }
      day += 1
      if day > lengthOfMonth(month, year) { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    for days in [Int64(-719_529), 2_932_897, .min, .max] {
      var isWritten = true
      #expect(write { isWritten = $0.appendDate(days) } == "")
      #expect(!isWritten)
    }
  }

  private func lengthOfMonth(_ month: Int, _ year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: width - "\(number)".count) + "\(number)"
  }

  private func write(_ body: (inout ByteArena) -> Void) -> String {
    var arena = ByteArena()
    arena.begin()
    body(&arena)
    return arena.finish().text
  }
}
