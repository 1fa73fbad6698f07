#if canImport(Darwin)
  internal import Foundation
#else
  internal import FoundationEssentials
#endif

/// The strategies of a decoder in the form in which decoders hand them on: made once for a
/// validator, and read for each value.
///
/// Foundation's `URL`, `Decimal`, `Data` and `Date` do not decode themselves as JSON has them.
/// `JSONDecoder` reads them by itself, and so does the plan. It goes through a decoder like any
/// type that decodes itself, so that a probe sees what is asked for.
final class DecodingPlan: Sendable {
  /// How the names in the data become coding keys; nil if they are the same.
  let keys: KeyConversion?
  /// The texts of infinite numbers and NaN; nil if there are none.
  let floats: FloatTexts?
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let dates: JSONDecoder.DateDecodingStrategy
  private let data: JSONDecoder.DataDecodingStrategy

  /// The plan of a decoder whose strategies nobody has changed.
  static let standard = DecodingPlan(DecodingStrategies())

  init(_ strategies: DecodingStrategies) {
    keys = KeyConversion(strategies.keys)
    floats = FloatTexts(strategies.nonConformingFloats)
    userInfo = strategies.userInfo
    dates = strategies.dates
    data = strategies.data
  }

  /// Whether the bytes of a record do not show what a decoder sees: a name may have several
  /// spellings, and a text may be a number.
  var changesWhatBytesShow: Bool { keys != nil || floats != nil }

  /// Whether nothing in the data shows what becomes a name or a number.
  var hidesNames: Bool {
    if case .custom? = keys { return true }
    return floats != nil
  }

  /// Whether a `Date` is decoded from any finite number.
  var readsDatesFromNumbers: Bool {
    switch dates {
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970: true
    default: false
    }
  }

  /// A value of a type that decodes itself, or of one that JSON decoders know.
  func value<Value: Decodable>(_ type: Value.Type, from decoder: FieldDecoder) throws -> Value {
    if let known = try foundationValue(type, decoder), let value = known as? Value { return value }
    // The keys of a dictionary are not names of properties.
    if keys != nil, type is any TextDictionary.Type {
      return try Value(from: decoder.keepingKeys)
    }
    return try Value(from: decoder)
  }

  /// A value of a type of Foundation; nil for any other type.
  private func foundationValue<Value>(
    _ type: Value.Type, _ decoder: FieldDecoder
  ) throws -> Any? {
    if type == Date.self { return try date(decoder) }
    if type == URL.self { return try url(decoder) }
    if type == Data.self { return try data(decoder) }
    if type == Decimal.self { return try decimal(decoder) }
    return nil
  }

  private func date(_ decoder: FieldDecoder) throws -> Date {
    switch dates {
    case .deferredToDate: return try Date(from: decoder)
    case .secondsSince1970: return Date(timeIntervalSince1970: try seconds(decoder))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try seconds(decoder) / 1000)
    case .iso8601:
      let text = try decoder.source.text(decoder.path)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        throw corrupted("is not a date in ISO 8601", text, decoder)
      }
      return date
    case .custom(let decode): return try decode(decoder)
    #if canImport(Darwin)
      case .formatted(let formatter):
        let text = try decoder.source.text(decoder.path)
        guard let date = formatter.date(from: text) else {
          throw corrupted("is not a date in the expected format", text, decoder)
        }
        return date
      @unknown default: return try Date(from: decoder)
    #endif
    }
  }

  private func seconds(_ decoder: FieldDecoder) throws -> Double {
    try decoder.source.double(decoder.path, floats)
  }

  private func url(_ decoder: FieldDecoder) throws -> URL {
    let text = try decoder.source.text(decoder.path)
    guard let url = URL(string: text) else { throw corrupted("is not a URL", text, decoder) }
    return url
  }

  private func data(_ decoder: FieldDecoder) throws -> Data {
    switch data {
    case .deferredToData: return try Data(from: decoder)
    case .base64:
      let text = try decoder.source.text(decoder.path)
      guard let data = Data(base64Encoded: text) else {
        throw corrupted("is not base64", text, decoder)
      }
      return data
    case .custom(let decode): return try decode(decoder)
    #if canImport(Darwin)
      @unknown default: return try Data(from: decoder)
    #endif
    }
  }

  private func decimal(_ decoder: FieldDecoder) throws -> Decimal {
    let digits = try decoder.source.digits(decoder.path)
    guard let decimal = Decimal(string: digits) else {
      throw corrupted("is not a number that fits in Decimal", digits, decoder)
    }
    return decimal
  }

  private func corrupted(
    _ sentence: String, _ text: String, _ decoder: FieldDecoder
  ) -> DecodingError {
    DecodingSentence.error(sentence, text, decoder.path)
  }
}

/// A dictionary by texts, whose keys are data.
private protocol TextDictionary {}

extension Dictionary: TextDictionary where Key == String, Value: Decodable {}

/// The texts that stand for numbers which JSON does not have.
struct FloatTexts: Sendable {
  private let infinity: String
  private let negativeInfinity: String
  private let nan: String

  /// nil if no text does.
  init?(_ strategy: JSONDecoder.NonConformingFloatDecodingStrategy) {
    guard case .convertFromString(let infinity, let negativeInfinity, let nan) = strategy else {
      return nil
    }
    self.infinity = infinity
    self.negativeInfinity = negativeInfinity
    self.nan = nan
  }

  /// The number for a text; nil if it stands for none.
  func number<Number: BinaryFloatingPoint>(_ text: String, _ type: Number.Type) -> Number? {
    // By code points, not by canonical equivalence.
    if text.utf8.elementsEqual(infinity.utf8) { return .infinity }
    if text.utf8.elementsEqual(negativeInfinity.utf8) { return -.infinity }
    return text.utf8.elementsEqual(nan.utf8) ? .nan : nil
  }
}
