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
