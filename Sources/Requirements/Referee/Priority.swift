/// How strong a rule is among those with the same tag; any number, as in a profile.
public struct Priority: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  /// Higher numbers are stronger.
  public let value: Double

  /// A priority between or beyond the named ones.
  public init(_ value: Double) { self.value = value }
  /// A number where a priority is asked for: `priority: 62.5`.
  public init(floatLiteral value: Double) { self.init(value) }
  /// A number where a priority is asked for: `priority: 60`.
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// 0
  public static let low = Priority(0)
  /// 50, for rules that give none.
  public static let normal = Priority(50)
  /// 100
  public static let high = Priority(100)

  /// Whether the left one gives way to the right one.
  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}
