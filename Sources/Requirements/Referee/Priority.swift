/// How strong a rule is among those with the same tag; any number, as in a profile.
public struct Priority: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral
{
  public let value: Double

  public init(_ value: Double) { self.value = value }
  public init(floatLiteral value: Double) { self.init(value) }
  public init(integerLiteral value: Int) { self.init(Double(value)) }

  public static let low = Priority(0)
  public static let normal = Priority(50)
  public static let high = Priority(100)

  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}
