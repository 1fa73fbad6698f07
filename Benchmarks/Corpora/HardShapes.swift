/// Shapes of data that hurt: each makes one stage do all the work.
extension Corpus {
  private static let makers: [(title: String, make: @Sendable (Int) -> Corpus)] = [
    ("strings of 1 MB", longStrings),
    ("nested 500 deep", deepNesting),
    ("3 of 500 fields read", wideRecords),
    ("records of 20 bytes", smallRecords),
    ("records of 10 MB", largeRecords),
    ("a quoted line break in every row", quotedLineBreaks),
    ("all characters escaped", escapedStrings),
    ("text that is not ASCII", otherScripts),
    ("every record fails every rule", allFailing),
  ]

  public static var hardShapeTitles: [String] { makers.map(\.title) }

  /// The shape of that title's position, about `bytes` long (at least one record).
  public static func hardShape(_ index: Int, bytes: Int) -> Corpus { makers[index].make(bytes) }

  /// Repeats records made by number until `bytes` are reached.
  private static func repeated(
    _ name: String, profile: String, header: String = "", bytes wanted: Int,
    record: (Int) -> (text: String, broken: [String])
  ) -> Corpus {
    var bytes = Array(header.utf8)
    var truth = Truth()
    repeat {
      let made = record(truth.records)
      bytes.append(contentsOf: made.text.utf8)
      bytes.append(UInt8(ascii: "\n"))
      truth.note(made.broken)
    } while bytes.count < wanted
    return Corpus(name: name, profile: profile, bytes: bytes, truth: truth)
  }

  private static func longStrings(_ bytes: Int) -> Corpus {
    let text = String(repeating: "The quick brown fox jumps. ", count: 1_000_000 / 27)
    let profile = #"{"bulkcheck": 1, "fields": {"text": {"maxLength": 2000000, "endsWith": "."}}}"#
    return repeated("strings.jsonl", profile: profile, bytes: bytes) { number in
      let isBroken = number % 4 == 3
      let end = isBroken ? "!" : "."
      return (#"{"text":"\#(text)\#(end)"}"#, isBroken ? ["text.endsWith"] : [])
    }
  }

  private static func deepNesting(_ bytes: Int) -> Corpus {
    let open = String(repeating: #"{"a":["#, count: 250)
    let close = String(repeating: "]}", count: 250)
    let profile = #"{"bulkcheck": 1, "fields": {"id": {"maximum": 10}}}"#
    return repeated("nested.jsonl", profile: profile, bytes: bytes) { number in
      let id = number % 12
      return (#"{"id":\#(id),"deep":\#(open)1\#(close)}"#, id > 10 ? ["id.maximum"] : [])
    }
  }

  private static func wideRecords(_ bytes: Int) -> Corpus {
    let profile = #"""
      {"bulkcheck": 1, "fields": {"field7": {"maximum": 10}, "field250": {"enum": ["x250"]},
        "field499": {"minLength": 4}}}
      """#
    let fields = (0..<500).filter { $0 != 7 }.map { #""field\#($0)":"x\#($0)""# }
    let rest = fields.joined(separator: ",")
    return repeated("wide.jsonl", profile: profile, bytes: bytes) { number in
      let value = number % 12
      return (#"{"field7":\#(value),\#(rest)}"#, value > 10 ? ["field7.maximum"] : [])
    }
  }

  private static func smallRecords(_ bytes: Int) -> Corpus {
    let profile = #"{"bulkcheck": 1, "fields": {"id": {"maximum": 1999998}, "n": {"const": 1}}}"#
    return repeated("small.jsonl", profile: profile, bytes: bytes) { number in
      let id = 1_000_000 + number % 1_000_000
      return (#"{"id":\#(id),"n":1}"#, id > 1_999_998 ? ["id.maximum"] : [])
    }
  }

  private static func largeRecords(_ bytes: Int) -> Corpus {
    let numbers = (0..<1_000_000).map { "\(100_000_000 + $0)" }.joined(separator: ",")
    let profile = #"""
      {"bulkcheck": 1, "fields": {"numbers": {"maxItems": 1000000}, "id": {"maximum": 0}}}
      """#
    return repeated("large.jsonl", profile: profile, bytes: bytes) { number in
      (#"{"numbers":[\#(numbers)],"id":\#(number)}"#, number > 0 ? ["id.maximum"] : [])
    }
  }

  private static func quotedLineBreaks(_ bytes: Int) -> Corpus {
    let profile = #"""
      {"bulkcheck": 1, "fields": {"id": {"type": "integer", "maximum": 10},
        "note": {"pattern": "line\\nbreak"}}}
      """#
    let header = "id,note,end\n"
    return repeated("breaks.csv", profile: profile, header: header, bytes: bytes) { number in
      let id = number % 12
      return ("\(id),\"a line\nbreak, and a \"\"quote\"\"\",x", id > 10 ? ["id.maximum"] : [])
    }
  }

  private static func escapedStrings(_ bytes: Int) -> Corpus {
    let text = String(repeating: #"\u00e9\u4e2d\ud83d\ude00"#, count: 20)
    let profile = #"{"bulkcheck": 1, "fields": {"text": {"maxLength": 60, "notPattern": "中$"}}}"#
    return repeated("escaped.jsonl", profile: profile, bytes: bytes) { number in
      let isBroken = number % 10 == 9
      let end = isBroken ? #"\u0041"# : ""
      return (#"{"text":"\#(text)\#(end)"}"#, isBroken ? ["text.maxLength"] : [])
    }
  }

  private static func otherScripts(_ bytes: Int) -> Corpus {
    let text = String(repeating: "Съешь ещё этих мягких булок 日本語のテキスト 🚀", count: 5)
    let profile = #"""
      {"bulkcheck": 1, "fields": {"text": {"length": [10, 400],
        "pattern": {"value": "БУЛОК", "options": ["caseInsensitive"]}, "notPattern": "!$"}}}
      """#
    return repeated("scripts.jsonl", profile: profile, bytes: bytes) { number in
      let isBroken = number % 10 == 9
      return (#"{"text":"\#(text)\#(isBroken ? "!" : "")"}"#, isBroken ? ["text.notPattern"] : [])
    }
  }

  private static func allFailing(_ bytes: Int) -> Corpus {
    let profile = #"""
      {"bulkcheck": 1, "fields": {"email": {"pattern": "^[a-z]+@[a-z]+$", "maxLength": 5},
        "age": {"type": "integer", "minimum": 18, "multipleOf": 2}, "plan": {"enum": ["free"]},
        "city": {"required": true}}}
      """#
    let broken = [
      "email.pattern", "email.maxLength", "age.minimum", "age.multipleOf", "plan.enum",
      "city.required",
    ]
    return repeated("failing.jsonl", profile: profile, bytes: bytes) { number in
      // The values differ, so that the most frequent ones cannot be told cheaply.
      let age = number % 8 * 2 + 1
      return (#"{"email":"user\#(number) at x","age":\#(age),"plan":"p\#(number)"}"#, broken)
    }
  }
}
