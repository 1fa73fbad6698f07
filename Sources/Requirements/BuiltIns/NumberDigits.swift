internal import BulkcheckCore

/// Swift numbers as the digits that a profile would hold.
package enum NumberDigits {
  /// The shortest digits that mean the number; nil for anything but a finite number.
  package static func digits(_ value: Any) -> String? {
    switch value {
    case let number as any BinaryInteger: String(describing: number)
    // Of a Float the digits are those of the Float, not those of the nearest Double.
    case let number as any BinaryFloatingPoint where isFinite(number): String(describing: number)
    default: nil
    }
  }

  /// The value as an operand of `const`; nil if a profile cannot say it.
  static func literal(_ value: Any) -> Literal? {
    switch value {
    case let flag as Bool: .boolean(flag)
    case let text as String: .text(text)
    default: digits(value).map { .number($0) }
    }
  }

  private static func isFinite(_ number: some BinaryFloatingPoint) -> Bool { number.isFinite }
}
