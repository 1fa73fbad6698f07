/// The number of an entry in a table. Rules, paths, nodes and lanes are numbered apart, and the
/// number of one does not stand for another.
///
/// -1 is the number of no entry, where one may be missing.
///
///     let rule: RuleNumber = 3
///     tables.rules[rule].isRun
package struct TableNumber<Kind>: BitwiseCopyable, Hashable, Sendable, Comparable, Strideable,
  ExpressibleByIntegerLiteral, CustomStringConvertible
{
  package var value: Int32

  package var description: String { value.description }

  @inline(__always)
  package init(_ value: Int32) { self.value = value }

  @inline(__always)
  package init(_ value: Int) { self.value = Int32(value) }

  @inline(__always)
  package init(_ value: Int16) { self.value = Int32(value) }

  @inline(__always)
  package init(integerLiteral value: Int32) { self.value = value }

  @inline(__always)
  package static func < (left: Self, right: Self) -> Bool { left.value < right.value }

  @inline(__always)
  package func distance(to other: Self) -> Int { Int(other.value) - Int(value) }

  @inline(__always)
  package func advanced(by distance: Int) -> Self {
    Self(value &+ Int32(truncatingIfNeeded: distance))
  }

  @inline(__always)
  package static func + (left: Self, right: Int32) -> Self { Self(left.value + right) }

  @inline(__always)
  package static func &+ (left: Self, right: Int32) -> Self { Self(left.value &+ right) }

  /// The number so far behind another one, such as the node in a lane behind that in the first.
  @inline(__always)
  package static func &+ <Other>(left: Self, right: TableNumber<Other>) -> Self {
    Self(left.value &+ right.value)
  }

  @inline(__always)
  package static func += (left: inout Self, right: Int32) { left.value += right }
}

extension Int32 {
  @inline(__always)
  package static func &+ <Kind>(left: Int32, right: TableNumber<Kind>) -> Int32 {
    left &+ right.value
  }
}

extension Int {
  @inline(__always)
  package init<Kind>(_ number: TableNumber<Kind>) { self = Int(number.value) }
}

extension Array {
  package subscript<Kind>(number: TableNumber<Kind>) -> Element {
    get { self[Int(number)] }
    set { self[Int(number)] = newValue }
  }
}
