/// The codes of the built-in requirements: usually the name of the function that makes each. They
/// never change, so programs can rely on them.
///
/// The comment beside each says which ``Reason/parameters`` come with it.
public enum ReasonCode {
  // MARK: Presence and combinations

  /// A value is missing. No parameters.
  public static let required = "required"
  /// `require(\.isActive)`. No parameters.
  public static let isTrue = "isTrue"
  /// No alternative held: their reasons are ``Reason/alternatives``. No parameters.
  public static let any = "any"
  /// `requirement`: its description.
  public static let not = "not"
  /// `requirement`: its description.
  public static let some = "some"

  // MARK: Strings

  /// `of`: `string` or `collection`.
  public static let notEmpty = "notEmpty"
  /// `min`.
  public static let minLength = "minLength"
  /// `max`.
  public static let maxLength = "maxLength"
  /// `min` and `max`, which are equal for `length(exactly:)`.
  public static let length = "length"
  /// `pattern`, and `options` if there are any. None for a `Regex`.
  public static let matches = "matches"
  /// `part`.
  public static let contains = "contains"
  /// `part`.
  public static let hasPrefix = "hasPrefix"
  /// `part`.
  public static let hasSuffix = "hasSuffix"
  /// `values`.
  public static let oneOf = "oneOf"
  /// No parameters.
  public static let email = "email"
  /// `schemes`, if they were given.
  public static let url = "url"
  /// No parameters.
  public static let phone = "phone"
  /// No parameters.
  public static let uuid = "uuid"
  /// No parameters.
  public static let date = "date"
  /// No parameters.
  public static let dateTime = "dateTime"
  /// `min` and `max`, as far as they were given.
  public static let dateRange = "dateRange"
  /// `min` and `max`, as far as they were given.
  public static let dateTimeRange = "dateTimeRange"

  // MARK: Collections

  /// `min` and `max`, as far as they were given; both are equal for `count(exactly:)`.
  public static let count = "count"
  /// No parameters.
  public static let allSatisfy = "allSatisfy"
  /// `contains(where:)`. No parameters.
  public static let containsWhere = "containsWhere"
  /// `by`: the path of the key.
  public static let unique = "unique"

  // MARK: Numbers, and other values with an order or an equality

  /// `min`, and `max` or, of a range without its upper limit, `below`.
  public static let inRange = "inRange"
  /// `limit`.
  public static let greaterThan = "greaterThan"
  /// `limit`.
  public static let greaterThanOrEqual = "greaterThanOrEqual"
  /// `limit`.
  public static let lessThan = "lessThan"
  /// `limit`.
  public static let lessThanOrEqual = "lessThanOrEqual"
  /// `value`.
  public static let equalTo = "equalTo"
  /// `divisor`.
  public static let multipleOf = "multipleOf"

  // MARK: Two parts of a value

  /// `left`, `operator` and `right`.
  public static let compare = "compare"
  /// `left` and `right`.
  public static let equal = "equal"
  /// A closure about two parts. `parts`: their paths.
  public static let parts = "parts"

  // MARK: Others

  /// The requirement itself was set up wrongly, so that no value can meet it. `mistake`: how.
  public static let mistake = "invalid-requirement"
  /// A pattern took too long on a string. No parameters.
  public static let patternLimit = "pattern-limit"

  // MARK: Decoding

  /// A value in the data has another type than the record wants. `detail`: the sentence.
  public static let type = "type"
  /// A value in the data is refused by its type. `detail`: the sentence.
  public static let decodable = "decodable"
  /// The data is not JSON. `detail`: how; `kind`; `column`: the byte, from 1.
  public static let malformed = "malformed"

  /// Whether a built-in requirement has the code.
  package static func isBuiltIn(_ code: String?) -> Bool { code.map(all.contains) ?? true }

  private static let all: Set = [
    required, isTrue, any, not, some, notEmpty, minLength, maxLength, length, matches, contains,
    hasPrefix, hasSuffix, oneOf, email, url, phone, uuid, date, dateTime, dateRange,
    dateTimeRange, count, allSatisfy, containsWhere, unique, inRange, greaterThan,
    greaterThanOrEqual, lessThan, lessThanOrEqual,
    equalTo, multipleOf, compare, equal, parts, mistake, patternLimit,
  ]
}
