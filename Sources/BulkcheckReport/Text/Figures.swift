internal import BulkcheckCore

/// Numbers as people read them. Whole-number arithmetic, so that no figure is off by a rounding
/// error.
public enum Figures {
  /// Digits in groups of three: `12,401,877`.
  public static func grouped(_ number: Int) -> String { DigitText.grouped(number) }

  /// A number with the right form of a noun: `1 record`, `2 records`.
  public static func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    grouped(number) + " " + (number == 1 ? one : many ?? one + "s")
  }

  /// The share with four decimals. Some is never shown as nothing, nor less than all as all.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part > 0 else { return "0.0000 %" }
    guard part < whole else { return "100.0000 %" }
    // In millionths, rounded half up; 128 bits hold the product of any two counts.
    let whole = UInt128(whole)
    let millionths = Int((UInt128(part) * 1_000_000 + whole / 2) / whole)
    if millionths == 0 { return "<0.0001 %" }
    if millionths >= 1_000_000 { return ">99.9999 %" }
    return DigitText.withPoint("\(millionths)", decimals: 4) + " %"
  }

  /// A number of bytes with three digits: `2.31 GB` is 2,310 million bytes.
  public static func bytes(_ count: Int) -> String { scaled(count, digits: 3) }

  /// Bytes in a second with two digits.
  public static func rate(_ count: Int) -> String { scaled(count, digits: 2) + "/s" }

  /// A time: `0.04 s`, `1.9 s`, `75 s`, `12 min 5 s`, `3 h 20 min`.
  public static func time(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "? s" }
    let hundredths = Int((seconds * 100).rounded())
    switch hundredths {
    case ..<100: return DigitText.withPoint("\(hundredths)", decimals: 2) + " s"
    case ..<1000: return DigitText.withPoint("\((hundredths + 5) / 10)", decimals: 1) + " s"
    case ..<12_000: return "\((hundredths + 50) / 100) s"
    default:
      let whole = (hundredths + 50) / 100
      guard whole >= 7200 else { return "\(whole / 60) min \(whole % 60) s" }
      return "\(grouped(whole / 3600)) h \(whole / 60 % 60) min"
    }
  }

  private static func scaled(_ count: Int, digits: Int) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var unit = 0
    var size = 1
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    while unit + 1 < units.count && count / size >= 1000 {
      size *= 1000
      unit += 1
    }
    let whole = count / size
    let decimals = max(0, digits - String(whole).count)
    let factor = [1, 10, 100][min(2, decimals)]
    let value = Int((UInt128(count) * UInt128(factor)) / UInt128(size))
    return DigitText.withPoint("\(value)", decimals: decimals) + " " + units[unit]
  }
}
