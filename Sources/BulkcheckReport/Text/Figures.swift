internal import BulkcheckCore

/// Formats numbers for people, with whole-number arithmetic, so no figure has a rounding error.
public enum Figures {
  /// Digits in groups of three: `12,401,877`.
  public static func grouped(_ number: Int) -> String { DigitText.grouped(number) }

  /// A number with the right form of a noun: `1 record`, `2 records`.
  public static func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    grouped(number) + " " + (number == 1 ? one : many ?? one + "s")
  }

  /// The share with two digits that count: `0.030 %`, `1.5 %`, `42 %`. Some is never shown as
  /// nothing, nor less than all as all.
  static func percent(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part > 0 else { return "0 %" }
    guard part < whole else { return "100 %" }
    var scale: UInt128 = 100_000
    for decimals in (0...5).reversed() {
      // Rounded half up; 128 bits hold the product of any count and 2 × 10^7.
      let units = (UInt128(part) * 100 * scale * 2 + UInt128(whole)) / (UInt128(whole) * 2)
      if units < 10 { return "<0.0001 %" }
      if units < 100 { return DigitText.withPoint("\(units)", decimals: decimals) + " %" }
      scale /= 10
    }
    return ">99 %"
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

  /// Seconds for a program to read, in whole milliseconds and without an exponent: `0.042`.
  static func seconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else { return "0" }
    return DigitText.withPoint("\(Int((seconds * 1000).rounded()))", decimals: 3)
  }

  /// An instant in universal time: `2026-11-23 14:05 UTC`.
  ///
  /// - Parameter seconds: since the beginning of 1970.
  static func readableInstant(_ seconds: Int) -> String {
    let text = instant(seconds)
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5) + " UTC"
  }

  /// An instant as RFC 3339 writes it: `2026-11-23T14:05:09Z`. It is taken to be in the years 1970
  /// to 9999.
  static func instant(_ seconds: Int) -> String {
    Instant.text(secondsSinceEpoch: min(max(0, seconds), 253_402_300_799))
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
