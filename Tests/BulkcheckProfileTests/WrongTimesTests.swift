import BulkcheckDocument
import BulkcheckProfile
import Testing

@Suite("A mistake about dates and times")
struct WrongTimesTests {
  static let blocks: [(String, String)] = [
    (
      #"{"format": "date", "minimum": §5}"#,
      #"`minimum` is 5: expected a date such as "2024-05-01""#
    ),
    (#"{"format": "date", "minimum": §"2024-02-30"}"#, "or a distance such as `now-24h`"),
    (#"{"format": "date", "minimum": §"now-1y"}"#, "expected a date"),
    (#"{"format": "date", "minimum": §"now-1234567d"}"#, "expected a date"),
    (#"{"format": "date", "range": §["2024-01-02", "2024-01-01"]}"#, "expected min <= max"),
    (#"{"format": "date", "range": §"now"}"#, "a list of two limits"),
    (#"{"format": "date-time", "range": §["now", "now-1s"]}"#, "is impossible"),
    (
      #"{"format": "date", "exclusiveMinimum": "2024-01-01", §"exclusiveMaximum": "2024-01-02"}"#,
      "no date satisfies both `exclusiveMinimum` and `exclusiveMaximum`"
    ),
    (#"{"minimum": §"2024-01-01"}"#, #"`minimum` is a string, but "a" is not declared as a date"#),
    (#"{"format": "email", "minimum": §"now"}"#, "is not declared as a date or a time"),
    (#"{"format": "time", "minimum": §"now"}"#, "is a point in time, but the field is a time"),
    (#"{"format": "time", "range": ["00:00:00Z", §"today"]}"#, "is a point in time"),
    (#"{"format": {"value": "email", §"as": "%Y"}}"#, "but the format is email"),
    (#"{"format": {"value": "date", "as": §"%d.%m."}}"#, "it lacks the year, %Y or %y"),
    (
      #"{"format": {"value": "date", "as": §"%Y-%m-%d %y"}}"#,
      "has the year, %Y or %y, more than once"
    ),
    (#"{"format": {"value": "date", "as": §"%Y-%m-%d %H"}}"#, "which a date does not have"),
    (#"{"format": {"value": "time", "as": §"%d %H"}}"#, "which a time does not have"),
    (#"{"format": {"value": "time", "as": §"%I:%M"}}"#, "one of %I and %p without the other"),
    (#"{"format": {"value": "date", "as": §"%Y-%j"}}"#, "it has %j, which is not one of %Y"),
    (#"{"format": {"value": "date", "as": §"%-Y-%m-%d"}}"#, "it has %-Y, which is not one of %Y"),
    (#"{"format": {"value": "date", "as": §"%Y-%m-%-"}}"#, "it has %-, which is not one of %Y"),
    (
      #"{"format": {"value": "date", "as": §"%-m/%m/%d/%Y"}}"#,
      "has the month, %m, %-m, %b or %B, more than once"
    ),
    (#"{"format": {"value": "time", "as": §"%-I:%M"}}"#, "one of %I and %p without the other"),
    (#"{"format": {"value": "date", "as": §"local"}}"#, "it is for the format date-time"),
    (
      #"{"format": {"value": "date-time", "as": "local"}, "minimum": §"2024-05-01T12:00:00Z"}"#,
      #"expected a date-time without an offset such as "2024-05-01T12:00:00""#
    ),
    (#"{"format": {"value": "date", "as": §"%Y%"}}"#, "it ends with a single %"),
    (#"{"format": {"value": "date", "as": §1}}"#, "a string such as"),
    (#"{"format": {"value": "date", "as": "%Y%m%d", §"timeZone": "Z"}}"#, "begins at 00:00Z"),
    (#"{"format": {"value": "time", §"timeZone": "Z"}}"#, "have their own offset"),
    (#"{"format": {"value": "time", "as": "%H", "timeZone": §"2h"}}"#, "an offset such as"),
  ]

  static let profiles =
    blocks.map { WrongProfile(fields("{\"a\": \($0.0)}"), $0.1) }
    + [
      (#"["a", "<", "b"]"#, #"under `fields`, "b": { "format": "date" }"#),
      (#"["b", "<", "a"]"#, #""a" is declared as date, but "b" is not"#),
      (#"["a", "<", "now"]"#, #"a limit of the field, such as "maximum": "now""#),
      (#"["2024-01-01", "<=", "a"]"#, #""2024-01-01" is read as the name of a field"#),
      (#"["a", "<", "nowhere"]"#, #"under `fields`, "nowhere": { "format": "date" }"#),
      (#"["a", "<", "c"]"#, #""c" is declared as time"#),
    ].map { comparison, sentence in
      WrongProfile(
        """
        {"bulkcheck": 1, "fields": {"a": {"format": "date"}, "c": {"format": "time"}},
         "rules": [{"id": "r", "compare": §\(comparison)}]}
        """, sentence)
    }

  @Test("is reported with its place", arguments: profiles)
  func mistake(_ profile: WrongProfile) throws {
    let error = try #require(throws: ProfileMistakes.self) { try read(profile.text) }
    #expect(error.mistakes.map(\.position) == [profile.position])
    let sentence = error.mistakes.first?.sentence ?? ""
    #expect(sentence.contains(profile.sentence), "\(sentence)")
  }

  /// Bounds of an extreme of a field with a notation, and whether they are a mistake.
  static let extremeBounds: [(String, Bool)] = [
    (#""maximum": "20240501""#, false), (#""maximum": "2024-05-01""#, true),
    (#""range": ["20240501", "now"]"#, false), (#""maximum": "now-24h""#, false),
    (#""maximum": "20240532""#, true), (#""after": "20240501""#, false),
    (#""after": "2024-05-01""#, false), (#""before": "2024-05-01T00:00:00+02:00""#, false),
    (#""before": "soon""#, true), (#""after": "20240501", "maximum": 5"#, true),
  ]

  @Test("bounds of an extreme are in the notation of its field", arguments: extremeBounds)
  func extremes(bounds: String, isMistake: Bool) throws {
    let text = """
      {"bulkcheck": 1, "fields": {"a": {"format": {"value": "date", "as": "%Y%m%d"}}},
       "table": [{"id": "t", "measure": "max", "of": "a", \(bounds)}, {"id": "s", "sorted": ["a"]}]}
      """
    #expect(mistakes(text).count == (isMistake ? 1 : 0))
  }

  @Test("a comparison that is read in another way than before is noted")
  func note() throws {
    for (format, count) in [("date", 0), ("time", 1), ("date-time", 1)] {
      let text = """
        {"bulkcheck": 1, "fields": {"a": {"format": "\(format)"}, "b": {"format": "\(format)"}},
         "rules": [{"id": "r", "compare": ["a", "<", "b"]}]}
        """
      #expect(try read(text).notes?.mistakes.count ?? 0 == count)
    }
  }
}
