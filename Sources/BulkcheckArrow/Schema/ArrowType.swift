/// The type of a column or of a part of one, as the schema declares it.
package enum ArrowType: Hashable, Sendable {
  case null
  case bool
  /// At most 64 bits, or 128 as Polars writes them.
  case int(bits: Int, isSigned: Bool)
  case float(bits: Int)
  /// Unscaled integers of so many bits, with so many digits behind the point.
  case decimal(bits: Int, precision: Int, scale: Int)
  case text(TextLayout)
  case binary(TextLayout)
  case fixedBinary(bytes: Int)
  /// Days since 1970 in 32 bits, or milliseconds in 64.
  case date(bits: Int)
  case time(TimeUnit, bits: Int)
  case timestamp(TimeUnit, hasZone: Bool)
  case duration(TimeUnit)
  case interval(IntervalUnit)
  case list(ListLayout)
  case fixedList(count: Int)
  case structure
  case map
  /// The child of each type number, or -1: at most 128 numbers.
  case union(isDense: Bool, children: [Int8])
  case runEnds

  /// The place of the bytes of a text: between two offsets of 32 or 64 bits, or where a view says.
  package enum TextLayout: Hashable, Sendable { case offsets, largeOffsets, views }

  /// The place of the elements of a list: between two offsets, or where an offset and a size say.
  package enum ListLayout: Hashable, Sendable { case offsets, largeOffsets, views, largeViews }

  /// Parts of a second, by the number of their digits.
  package enum TimeUnit: Int, Hashable, Sendable {
    case seconds = 0
    case milliseconds = 3
    case microseconds = 6
    case nanoseconds = 9
  }

  package enum IntervalUnit: Int, Hashable, Sendable { case months, daysAndTime, monthsDaysAndTime }
}

/// A column of a table, or a part of one.
package struct ArrowField: Hashable, Sendable {
  package var name: String
  package var type: ArrowType
  package var isNullable: Bool
  package var children: [ArrowField]
  /// The values are in a dictionary, and `type` and `children` are theirs.
  package var dictionary: DictionaryUse?
  package var meaning: Meaning

  /// A column of indices into a dictionary.
  package struct DictionaryUse: Hashable, Sendable {
    package var id: Int
    package var indexBits: Int
    package var isSigned: Bool
  }

  /// The meaning that an extension gives to the values.
  package enum Meaning: Hashable, Sendable { case storage, uuid, json }

  /// Whether a map with such keys is an object.
  package var isObjectKey: Bool {
    switch type {
    case .int, .text: true
    case .runEnds: children[1].isObjectKey
    default: false
    }
  }

  /// Whether the values, wherever they lie, are written in the same way.
  func hasValues(like other: ArrowField) -> Bool {
    type == other.type && children.count == other.children.count
      && zip(children, other.children).allSatisfy { mine, others in
        mine.dictionary == others.dictionary && mine.hasValues(like: others)
      }
  }
}

/// The columns of a table.
package struct ArrowSchema: Hashable, Sendable {
  /// Types may be nested so deep.
  package static let depthMaximum = 512

  package var fields: [ArrowField]
  package var isBigEndian: Bool
}
