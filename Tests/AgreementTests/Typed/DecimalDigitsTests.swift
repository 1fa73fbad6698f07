import BulkcheckCore
import Requirements
import TestSupport
import Testing
import Twins

/// Multiples of floating-point numbers without the engine, against those of the engine.
@Suite("Decimal digits") struct DecimalDigitsTests {
  @Test("of Doubles have the multiples that the engine finds")
  func doubles() {
    compare(100_000) { random in
      let divisor = Self.double(&random)
      return (Self.value(&random, near: divisor), divisor)
    }
  }

  @Test("of Floats have the multiples that the engine finds")
  func floats() {
    compare(50_000) { random in
      let divisor = Self.float(&random)
      return (Self.value(&random, near: divisor), divisor)
    }
  }

  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Test("of each positive Float16 are those that the engine reads")
    func halves() {
      let divisors: [Float16] = [0.1, 0.3, 1, 7, 1e-7, .leastNonzeroMagnitude, .pi, 65504]
      for bits in 0...UInt16(0x7FFF) {
        let value = Float16(bitPattern: bits)
        for divisor in divisors where Self.isRight(value, divisor) != true {
          Issue.record("\(value) and \(divisor)")
        }
      }
    }
  #endif

  #if arch(x86_64) && !os(Windows)
    @Test("of 80 bits have the multiples that the engine finds")
    func extended() {
      compare(20_000) { random in
        let divisor: Float80 =
          random.oneIn(4)
          ? Float80(
            sign: .plus, exponentBitPattern: UInt(random.below(0x7FFF)),
            significandBitPattern: random.next() | 1 << 63)
          : Float80("\(1 + random.below(1000))e\(random.below(12) - 8)") ?? 1
        return (Self.value(&random, near: divisor), divisor)
      }
    }
  #endif

  @Test(
    "agree at the ends of the range",
    arguments: [
      0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .ulpOfOne,
      0.1, 0.3, 0.30000000000000004, 1e-7, 1e22, 1e23, 123_456_789_012_345_680,
      9_007_199_254_740_992, 2.5,
      999_999_999_999_999, 1e15, 0.0001, 0.00001, 99999999999.9999, .infinity, .nan,
      1e300, 1e-300, 3, 7,
    ] as [Double])
  func ends(value: Double) {
    for other in [value, -value, value.nextUp, value.nextDown, value / 2, value * 10, value * 3] {
      for divisor in [
        .leastNonzeroMagnitude, 1e-300, 0.01, 0.1, 1, 2, 3, 1e22, 1e300, value, value.ulp,
      ] {
        #expect(Self.isRight(other, divisor) == true, "\(other) and \(divisor)")
        #expect(Self.isRight(divisor, other) == true, "\(divisor) and \(other)")
        #expect(Self.isRight(Float(other), Float(divisor)) == true, "\(other) and \(divisor)")
      }
    }
  }

  @Test("are read from texts that are numbers, of 38 digits at most")
  func texts() {
    let nines = String(repeating: "9", count: 38)
    for text in ["0", "-0.0", "007", "1e+300", "1E-7", "12.50e3", nines, "0.\(nines)", "1e999999"] {
      #expect(DecimalDigits(digits: text) != nil, "\(text)")
    }
    for text in [
      "", "-", ".5", "5.", "1e", "1e+", "1e1234567", "--1", "+1", "1 ", "inf", "nan", "1.2.3", "é",
      nines + "9", "1\u{0}",
    ] {
      #expect(DecimalDigits(digits: text) == nil, "\(text)")
    }
  }

  // MARK: Numbers

  private static func double(_ random: inout SeededGenerator) -> Double {
    switch random.below(4) {
    case 0: Double(bitPattern: random.next())
    case 1: Double(1 + random.below(99)) / random.pick([1, 10, 100, 1000, 1e4, 1e5, 1e9])
    case 2: Double("\(1 + random.below(1000))e\(random.below(600) - 300)") ?? 1
    default: random.pick([0.01, 0.1, 0.25, 0.5, 1, 2, 3, 5, 7, 10, 12, 1e-4, 1e6, 0.125])
    }
  }

  private static func float(_ random: inout SeededGenerator) -> Float {
    random.oneIn(3)
      ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : Float(double(&random))
  }

  /// Near a multiple of the number, or far from each.
  private static func value<Number: BinaryFloatingPoint>(
    _ random: inout SeededGenerator, near divisor: Number
  ) -> Number {
    let multiple =
      switch random.below(4) {
      case 0: Number(double(&random))
      case 1: divisor * Number(random.below(1 << 52))
      default: divisor * Number(random.below(2000) - 1000)
      }
    return random.pick([multiple, multiple, multiple.nextUp, multiple.nextDown, -multiple])
  }

  // MARK: Agreement

  private func compare<Number: BinaryFloatingPoint>(
    _ count: Int, _ draw: (inout SeededGenerator) -> (Number, Number)
  ) {
    var (multiples, wrong) = (0, 0)
    let seeds = RandomRun.seeds(count)
    for seed in seeds where wrong < 4 {
      var random = SeededGenerator(seed: seed)
      let (value, divisor) = draw(&random)
      if Self.engine(value, divisor) == true { multiples += 1 }
      if Self.isRight(value, divisor) { continue }
      wrong += 1
      Issue.record("seed \(seed): \(value) and \(divisor)")
    }
    #expect(multiples > seeds.count / 10 && multiples < seeds.count / 10 * 9 || seeds.count == 1)
  }

  private static func isRight<Number: BinaryFloatingPoint>(
    _ value: Number, _ divisor: Number
  ) -> Bool {
    let (number, of) = (DecimalDigits(value), DecimalDigits(divisor))
    let isMultiple = number.flatMap { number in of.map { number.isMultiple(of: $0) } }
    return isMultiple == engine(value, divisor)
  }

  /// Nil if one of them is not a number.
  private static func engine<Number: BinaryFloatingPoint>(
    _ value: Number, _ divisor: Number
  ) -> Bool? {
    guard let number = OwnedDecimal(String(describing: value)),
      let of = OwnedDecimal(String(describing: divisor))
    else { return nil }
    return withExtendedLifetime((number, of)) { number.value.isMultiple(of: of.value) }
  }
}
