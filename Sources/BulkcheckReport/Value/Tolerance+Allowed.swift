package import BulkcheckCore

extension Tolerance {
  /// The failures allowed over `evaluated` records, inclusive.
  ///
  /// Exact: `failed` × 100 ≤ percent × `evaluated` holds if and only if `failed` is at most the
  /// result.
  package func allowedFailures(of evaluated: Int) -> Int {
    let byPercent = percent.map { Tolerance.part($0, of: UInt64(max(0, evaluated))) }
    switch (count, byPercent) {
    case (let count?, let byPercent?): return min(count, byPercent)
    case (let count?, nil): return count
    case (nil, let byPercent?): return byPercent
    case (nil, nil): return 0
    }
  }

  /// ⌊percent × whole / 100⌋ for any number of digits.
  ///
  /// The fraction is taken digit by digit from the right. Rounding down at each step does not
  /// change the end result, since ⌊(n + x) / m⌋ = ⌊(n + ⌊x⌋) / m⌋ for whole n and m. Every step
  /// stays below 10 × whole and the last below 101 × whole, so 128 bits cannot overflow.
  private static func part(_ percent: String, of whole: UInt64) -> Int {
    let pieces = percent.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let whole = UInt128(whole)
    var carried: UInt128 = 0
    if pieces.count == 2 {
      for digit in pieces[1].reversed() {
        carried = (digitValue(digit) * whole + carried) / 10
      }
    }
    var units: UInt128 = 0
    if let digits = pieces.first {
      // A percentage is at most 100 (the profile is checked); a larger one means the same as 100.
      for digit in digits { units = min(100, units * 10 + digitValue(digit)) }
    }
    return Int(min(whole, (units * whole + carried) / 100))
  }

  private static func digitValue(_ digit: UInt8) -> UInt128 {
    let zero = UInt8(ascii: "0")
    return digit >= zero && digit <= zero + 9 ? UInt128(digit - zero) : 0
  }
}
