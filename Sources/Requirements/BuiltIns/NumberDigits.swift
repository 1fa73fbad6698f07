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

  /// The digits without the fraction that Swift writes of a whole number.
  package static func plain(_ digits: String) -> String {
    digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  private static func isFinite(_ number: some BinaryFloatingPoint) -> Bool { number.isFinite }
}
