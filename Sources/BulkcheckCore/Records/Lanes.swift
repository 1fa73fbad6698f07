/// The number of a lane: a record of a batch, or an element of a frame.
package typealias Lane = TableNumber<Lanes>

/// A set of places in a batch: one bit for each of its at most 64 records or elements.
///
/// Everything that is said of a batch is said as such sets: which records have a value, in which a
/// statement holds, in which it fails.
package struct Lanes: Hashable, BitwiseCopyable, Sendable {
  package var bits: UInt64

  @inline(__always)
  package init(bits: UInt64) { self.bits = bits }

  /// The set of one lane.
  @inline(__always)
  package init(_ lane: Lane) { bits = 1 &<< UInt64(truncatingIfNeeded: lane.value) }

  /// The lanes below a number of at most 64.
  @inline(__always)
  package init(below count: Int32) {
    bits = count >= 64 ? .max : (1 &<< UInt64(truncatingIfNeeded: count)) &- 1
  }

  package static let none = Lanes(bits: 0)

  @inline(__always)
  package var isEmpty: Bool { bits == 0 }

  @inline(__always)
  package var count: Int { bits.nonzeroBitCount }

  /// The first lane of a set that is not empty.
  @inline(__always)
  package var first: Lane { Lane(Int32(truncatingIfNeeded: bits.trailingZeroBitCount)) }

  @inline(__always)
  package func contains(_ lane: Lane) -> Bool {
    bits &>> UInt64(truncatingIfNeeded: lane.value) & 1 != 0
  }

  @inline(__always)
  package static func & (left: Lanes, right: Lanes) -> Lanes { Lanes(bits: left.bits & right.bits) }

  @inline(__always)
  package static func | (left: Lanes, right: Lanes) -> Lanes { Lanes(bits: left.bits | right.bits) }

  /// The lanes of the left set that are not in the right one.
  @inline(__always)
  package static func - (left: Lanes, right: Lanes) -> Lanes {
    Lanes(bits: left.bits & ~right.bits)
  }

  @inline(__always)
  package static func &= (left: inout Lanes, right: Lanes) { left.bits &= right.bits }

  @inline(__always)
  package static func |= (left: inout Lanes, right: Lanes) { left.bits |= right.bits }

  @inline(__always)
  package static func -= (left: inout Lanes, right: Lanes) { left.bits &= ~right.bits }

  /// Adds the lane if the condition holds, without a branch.
  @inline(__always)
  package mutating func insert(_ lane: Lane, if condition: Bool) {
    bits |= (condition ? 1 : 0) &<< UInt64(truncatingIfNeeded: lane.value)
  }
}

extension Lanes: Sequence {
  package struct Iterator: IteratorProtocol {
    var rest: UInt64

    @inline(__always)
    package mutating func next() -> Lane? {
      if rest == 0 { return nil }
      let lane = Lane(Int32(truncatingIfNeeded: rest.trailingZeroBitCount))
      rest &= rest &- 1
      return lane
    }
  }

  @inline(__always)
  package func makeIterator() -> Iterator { Iterator(rest: bits) }
}
