internal import BulkcheckCore
internal import BulkcheckReport

/// A suggestion in the making: a rule with the values that it was held against.
struct DraftRule {
  var keyword: String
  var value: String
  /// The evidence for it; empty if the only evidence is that there are no exceptions.
  var note: String
  /// Values that break it, or may: with a tolerance.
  var exceptions: Int?
  var tolerance: String?
  var isComment = false
  /// The type of a column says so: there are no exceptions.
  var isOfColumn = false
  /// How the values of a format are written, if not as the format says.
  var notation: String?

  /// A rule that some values break: not one of the draft.
  private(set) var isNearMiss = false

  /// A rule that all of `count` values keep, or all but `exceptions`.
  init(
    _ keyword: String, _ value: String, exceptions: Int = 0, of count: Int,
    _ noun: String = "value",
    note: String? = nil
  ) {
    self.keyword = keyword
    self.value = value
    self.exceptions = exceptions
    guard exceptions > 0 else {
      self.note = note ?? ""
      return
    }
    let share = Figures.counted(exceptions, "exception") + " in " + Figures.counted(count, noun)
    self.note = share + (note.map { "; \($0)" } ?? "")
    isNearMiss = true
    tolerance = NeededTolerance.percent(exceptions, of: count)
  }

  /// A rule made from what was seen.
  init(_ keyword: String, _ value: String, note: String, isComment: Bool = false) {
    self.keyword = keyword
    self.value = value
    self.note = note
    self.isComment = isComment
  }

  /// `format` with dates or times.
  var isTemporalFormat: Bool {
    keyword == "format" && TemporalKind.allCases.contains { value == "\"\($0.rawValue)\"" }
  }

  /// It allows one value only.
  var isConstant: Bool { keyword == "const" && !isNearMiss && !isComment }

  var suggestion: Suggestion {
    let start =
      ["\"value\": \(value)"] + (notation.map { ["\"as\": \(JSONText.quoted($0))"] } ?? [])
    let end = tolerance.map { ["\"tolerance\": \($0)"] } ?? []
    func braces(_ members: [String]) -> String { "{ \(members.joined(separator: ", ")) }" }
    let isPlain = notation == nil && tolerance == nil
    return Suggestion(
      keyword: keyword, value: isPlain ? value : braces(start + end),
      bare: notation == nil ? value : nil,
      warning: isNearMiss ? braces(start + ["\"severity\": \"warning\""] + end) : nil,
      evidence: note, isNearMiss: isNearMiss || isComment)
  }
}

/// A rule that the data suggests, as a member of a block of the profile, with what speaks for it.
struct Suggestion: Equatable {
  var keyword: String
  /// JSON text.
  var value: String
  /// Without attributes; nil for a format that only a profile knows.
  var bare: String?
  /// The rule as a warning, if it nearly holds.
  var warning: String?
  /// Empty if there is nothing to say.
  var evidence: String
  /// Nearly holds: written as a comment, with the tolerance that it would need.
  var isNearMiss = false
}

/// A field of the profile to be.
struct SuggestedField {
  /// The path as it is written in the profile.
  var path: String
  /// Its place in the tree.
  var node: SummaryNumber = 0
  /// Its last name as the data has it.
  var key = ""
  /// Means all members of the object that it is in.
  var isAnyMember = false
  /// The rules that the names of all members meet.
  var nameRules: [Suggestion] = []
  /// Whether it is in every record or object that it could be in, if only as null.
  var isAlwaysThere = false
  var hasNull = false
  /// Lines of comment before the rules.
  var notes: [String] = []
  var rules: [Suggestion] = []
  /// The block for the elements of an array.
  var items: [SuggestedField] = []
  /// The blocks of members that cannot stand by their own paths.
  var members: [SuggestedField] = []
  /// The definition that has the members instead.
  var use: String?
}
