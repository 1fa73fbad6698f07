#if canImport(Darwin)
  public import Foundation
#else
  public import FoundationEssentials
#endif

/// How values are decoded from JSON: the strategies of `JSONDecoder`, with the same meaning.
///
/// ```swift
/// var strategies = DecodingStrategies()
/// strategies.keys = .convertFromSnakeCase
/// strategies.dates = .iso8601
/// let validator = try BatchValidator(requirement, decoding: strategies)
/// ```
/// If you have a decoder already, take its strategies: `DecodingStrategies(of: decoder)`.
public struct DecodingStrategies: Sendable {
  /// How the names in the data become coding keys.
  public var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  /// How a `Date` is decoded.
  public var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  /// How a `Data` is decoded.
  public var data = JSONDecoder.DataDecodingStrategy.base64
  /// Whether texts stand for infinite numbers and NaN.
  public var nonConformingFloats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  /// Values for the types that are decoded, by keys of theirs.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// The defaults of `JSONDecoder`.
  public init() {}

  /// The strategies that a decoder has now. Its `allowsJSON5` and `assumesTopLevelDictionary` are
  /// not among them.
  public init(of decoder: JSONDecoder) {
    keys = decoder.keyDecodingStrategy
    dates = decoder.dateDecodingStrategy
    data = decoder.dataDecodingStrategy
    nonConformingFloats = decoder.nonConformingFloatDecodingStrategy
    userInfo = decoder.userInfo
  }
}
