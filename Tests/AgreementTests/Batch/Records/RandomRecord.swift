import Foundation
import Requirements

/// A record type of random agreement tests: what its JSON looks like, and what may be asked of it.
protocol RandomRecord: Decodable, Equatable, Sendable {
  /// Good JSON of it.
  static var shape: JSONShape { get }
  static var draw: RequirementDraw<Self> { get }
  /// The places of the JSON of properties, by name, where they are not under that name.
  ///
  /// A place is the steps of a JSON Pointer from the place of the whole; none if it is the whole
  /// itself. If it begins with `?`, the JSON may be anywhere above or below it: the type decides.
  static var places: [String: String] { get }
  /// Whether it has a set or a dictionary, so that its elements have no order.
  static var isUnordered: Bool { get }
  /// Whether its decoder changes or refuses single values, which nothing but decoding can show.
  static var isDecoded: Bool { get }
  /// Whether a batch may refuse it, because of a property of this type; otherwise nil.
  static var refusedType: String? { get }
  /// A decoder with the strategies by which it is decoded.
  static var decoder: JSONDecoder { get }
}

extension RandomRecord {
  static var places: [String: String] { [:] }
  static var isUnordered: Bool { false }
  static var isDecoded: Bool { false }
  static var refusedType: String? { nil }
  static var decoder: JSONDecoder { JSONDecoder() }
}

/// All record types of the tests.
enum RandomRecords {
  static let all: [any RandomRecord.Type] =
    plain + enumerations + nested + forgiving + written + odd + strategies
}
