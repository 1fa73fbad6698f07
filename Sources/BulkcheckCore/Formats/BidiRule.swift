/// The Bidi rule of RFC 5893 section 2, for labels of characters that IDNA 2008 allows.
enum BidiRule {
  /// The `Bidi_Class` of a character, as far as the rule asks.
  private enum Direction {
    case left
    /// `R`, `AL`
    case right
    /// `AN`
    case arabicNumber
    /// `EN`
    case europeanNumber
    /// `ES`, `ON`, `BN`
    case neutral
    /// `NSM`
    case mark
  }

  /// Whether a label makes its domain name one to which the rule applies.
  static func isRightToLeft(_ label: [Unicode.Scalar]) -> Bool {
    label.contains {
      let direction = direction(of: $0)
      return direction == .right || direction == .arabicNumber
    }
  }

  /// Whether a label follows the rule.
  static func holds(_ label: [Unicode.Scalar]) -> Bool {
    let directions = label.map(direction)
    let last = directions.last { $0 != .mark }
    switch directions.first {
    case .right:
      let hasBothNumbers =
        directions.contains(.arabicNumber) && directions.contains(.europeanNumber)
      return !directions.contains(.left) && !hasBothNumbers && last != .neutral
    case .left:
      return !directions.contains(.right) && !directions.contains(.arabicNumber)
        && (last == .left || last == .europeanNumber)
    default: return false
    }
  }

  /// The standard library does not have the property. The characters of a block have one direction,
  /// except for digits, marks and a few signs; compared with Unicode 14 for all characters that
  /// IDNA 2008 allows.
  private static func direction(of scalar: Unicode.Scalar) -> Direction {
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: return .arabicNumber
    case 0x2D, 0xB7, 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x375, 0x200C...0x200D, 0x2E2F, 0x30FB,
      0xA67F, 0xA717...0xA71F, 0xA788:
      return .neutral
    // Marks that are written left to right.
    case 0xCBF, 0xCC6, 0x11A07...0x11A08, 0x11C3F: return .left
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default: return .left
    }
  }
}
