import BulkcheckCore
import TestSupport
import Testing
import Twins

/// Inputs that are awkward to cut, each with a profile.
struct Corpus: Sendable, CustomTestStringConvertible {
  var name: String
  var format: InputFormat
  var profile: String
  var bytes: [UInt8]
  var recordBytesMaximum = 64 << 20
  /// The lines before and behind the records that outputs keep.
  var header = ""
  var footers = ""
  /// Pieces of the input are inputs of the same form.
  var canBeCut = true

  var testDescription: String { name }

  /// The whole input at once.
  var wayAtOnce: Way {
    Way(chunkBytes: 1 << 20, recordBytesMaximum: recordBytesMaximum, format: format)
  }

  static let chunkSizes = [4, 7, 16, 64, 1000, 65536, 1 << 20]
  private static let threadCounts = [1, 2, 7]

  /// Every size of chunks with every number of threads.
  var everyWay: [Way] {
    ways(Self.chunkSizes.flatMap { size in Self.threadCounts.map { (size, $0) } })
  }

  /// Every size of chunks, each with one number of threads; all of them where there is time.
  var waysInTurn: [Way] {
    if RandomRun.scale > 1 { return everyWay }
    return ways(Self.chunkSizes.enumerated().map { ($1, Self.threadCounts[$0 % 3]) })
  }

  /// Without tiny chunks of a large input, which take long in a debug build.
  func ways(_ pairs: [(chunkBytes: Int, threads: Int)]) -> [Way] {
    let isLarge = bytes.count > 20_000 && RandomRun.scale == 1
    return pairs.filter { $0.chunkBytes >= 64 || !isLarge }.map { pair in
      var way = wayAtOnce
      (way.chunkBytes, way.threads) = pair
      return way
    }
  }

  private static let csvProfile = """
    {"bulkcheck":1, "fields":{"id":{"required":true,"unique":true,"type":"integer"},
     "t":{"maxLength":4,"notPattern":"q"}, "v":{"enum":["x","y"]}},
     "rules":[{"id":"both","unique":["t","v"],"severity":"warning"}]}
    """

  private static let jsonProfile = """
    {"bulkcheck":1, "fields":{"id":{"required":true,"unique":true,"type":"integer"},
     "t":{"maxLength":4}, "l[*]":{"minimum":3}, "o":{"fields":{"k":{"required":true,"unique":true}}}},
     "rules":[{"id":"both","unique":["t","o.k"],"tag":"g","priority":1},
      {"id":"other","tag":"g","priority":2,
       "when":{"id":{"maximum":50}},"then":{"t":{"required":true}}}]}
    """

  static let all: [Corpus] = [
    malformedLines, quotedBreaks(end: "\n"), quotedBreaks(end: "\r\n"), quotedBreaks(end: "\r"),
    strayQuotes,
    giantCells, unclosedQuote, longLines, longRows, manyValues, bareColumns,
    comments, numberedRows, footers, longFooters, escapes, paddedRows,
  ]

  private static func lines(
    _ name: String, _ count: Int, maximum: Int = 64 << 20, _ line: (Int) -> String
  ) -> Corpus {
    let text = (0..<count).map(line).joined()
    return Corpus(
      name: name, format: .jsonl, profile: jsonProfile, bytes: Array(text.utf8),
      recordBytesMaximum: maximum)
  }

  private static func rows(
    _ name: String, _ count: Int, maximum: Int = 64 << 20, _ row: (Int) -> String
  ) -> Corpus {
    let text = "id,t,v\n" + (0..<count).map(row).joined()
    return Corpus(
      name: name, format: .csv, profile: csvProfile, bytes: Array(text.utf8),
      recordBytesMaximum: maximum, header: "id,t,v\n")
  }

  /// Rows of a dialect, which `csv` describes.
  private static func dialect(
    _ name: String, _ csv: String, above: String = "", header: String = "id,t,v\n",
    _ count: Int, footers: String = "", maximum: Int = 64 << 20, _ row: (Int) -> String
  ) -> Corpus {
    let profile = csvProfile.replacing(
      "\"bulkcheck\":1,", with: "\"bulkcheck\":1, \"input\":{\"csv\":{\(csv)}},")
    let text = above + header + (0..<count).map(row).joined() + footers
    return Corpus(
      name: name, format: .csv, profile: profile, bytes: Array(text.utf8),
      recordBytesMaximum: maximum, header: header, footers: footers)
  }

  static let comments = dialect(
    "CSV with comments", "\"commentChar\":\"#\"", above: "#\"\n\n# it's\n", 260
  ) { number in
    switch number % 9 {
    case 2: "# say \"\(number)\r\n"
    case 4: "#\r"
    case 5: "\(number),\"#\n#\",x\r\n"
    case 7: "#\(String(repeating: "x", count: number))\n\n"
    default: "\(number),#,\(number % 2 == 0 ? "x" : "#")\n"
    }
  }

  /// The numbers count blank lines, and rows inside quotes once.
  static let numberedRows: Corpus = {
    var corpus = dialect(
      "CSV with comments by number, and two rows of a header",
      "\"headerRows\":[4,6],\"headerJoin\":\"\",\"commentRows\":[9,40,41,100]",
      header: "\"above\nthe header\n\nid,,v\n\n,t,\n", 220
    ) { number in
      number % 5 == 1 ? "\(number),\"a\nb\",x\n\r\n" : "\(number),t,x\n"
    }
    corpus.canBeCut = false
    return corpus
  }()

  static let footers: Corpus = {
    var corpus = dialect(
      "CSV with footers", "\"footerRows\":3", 200, footers: "sum,\"a\nb\"\n\ntotal\r\n1,2,3"
    ) { number in
      number % 7 == 1 ? "\(number),\"a\n\n\nb\",x\n\r\n" : "\(number),t,x\n"
    }
    corpus.canBeCut = false
    return corpus
  }()

  /// Together they are longer than a record may be, so the first of them is a record.
  static let longFooters: Corpus = {
    let long = String(repeating: "b", count: 40)
    var corpus = dialect(
      "CSV with footers beyond the limit", "\"footerRows\":3", 90,
      footers: "\(long)\n2\n", maximum: 60
    ) { number in
      switch number {
      case 40: "\(number),\(String(repeating: "c", count: 300)),x\n"
      case 89: "\(number),\(long),x\n"
      default: "\(number),t,x\n"
      }
    }
    corpus.canBeCut = false
    return corpus
  }()

  static let escapes = dialect(
    "CSV with other quotes and escapes",
    "\"quoteChar\":\"'\",\"escapeChar\":\"\\\\\",\"nullSequence\":\"\\\\N\",\"maxCellLines\":3,"
      + "\"skipInitialSpace\":true", 260
  ) { number in
    switch number % 11 {
    case 1: "\(number), 'a\\'\n,',x\r\n"
    case 2: "\(number),\\N,\\N\n"
    case 3: "\(number),a\\,\\\nb,x\n"
    case 4: "\(number),a\\\\,x\n"
    case 5: "\(number),'\n\n\n\n',x\n"
    case 6: "\(number),\"q\", 'y'\n"
    case 7: "\(number),'it''s',\\\r\nx\r\n"
    case 8: "\(number),it's,x\n"
    default: "\(number),t,x\n"
    }
  }

  static let paddedRows = dialect(
    "CSV with rows of any length", "\"ragged\":\"pad\"", 200
  ) { number in
    switch number % 6 {
    case 1: "\(number)\n"
    case 2: "\(number),t,x,\n"
    case 3: "\(number),t,x,,\"\"\n"
    case 4: "\(number),t,x,,z\n"
    default: "\(number),t\n"
    }
  }

  static let malformedLines = lines("JSON lines, some malformed", 300) { number in
    switch number % 13 {
    case 3: "{\"id\":\(number)\n"
    case 5: "\r\n \t\n"
    case 7: "[1,2]\n"
    case 8: "{\"id\":\(number),\"id\":2,\"l\":[1,2,{\"x\":\"é\\u00e9\"}]}\r\n"
    case 11: "{\"id\":\"\(number)\",\"t\":\"open\n"
    default:
      "{\"id\":\(number / 2),\"t\":\"\(number % 40)abc\",\"o\":{\"k\":[\(number % 70)]},\"l\":[\(number),5]}\n"
    }
  }

  private static func quotedBreaks(end: String) -> Corpus {
    rows("CSV, quoted line breaks, lines end at \(end.debugDescription)", 240) { number in
      switch number % 6 {
      case 0: "\(number),\"a\(end)b\",x\(end)"
      case 1: "\(number),\"\"\"q\"\"\(end)\(end),\",y\(end)"
      case 2: "\(number % 50),,\(end)\(end)"
      case 3: "\(number),\"\(end)\",z\(end)"
      default: "\(number),plain,\(number % 3 == 0 ? "x" : "w")\(end)"
      }
    }
  }

  static let strayQuotes = rows("CSV, stray quotes", 300) { number in
    switch number % 17 {
    case 4: "\(number),5\" pipe,x\n"
    case 9: "\(number),\"a\"b,y\r\n"
    case 13: "\(number),a,b,c\n"
    default: "\(number),\"t\(number)\",x\n"
    }
  }

  static let giantCells = rows("CSV, giant quoted cells", 4) { number in
    let cell = String(repeating: number % 2 == 0 ? "line, \"\"\n" : "\n", count: 700)
    return "\(number),\"\(cell)\",x\n\(number),short,y\n"
  }

  static let unclosedQuote = rows("CSV, a quote that is never closed", 130) { number in
    number == 60 ? "\(number),\"open,x\n" : "\(number),t,\(number % 5 == 0 ? "\"z\n\"" : "y")\n"
  }

  static let longLines = lines("JSON lines beyond the limit", 140, maximum: 100) { number in
    switch number % 7 {
    case 2: "{\"id\":\(number),\"t\":\"\(String(repeating: "é", count: 45 + number % 9))\"}\r\n"
    case 4: String(repeating: " ", count: 95 + number % 11) + "\n"
    case 5: String(repeating: " ", count: 95 + number % 11) + "{}\n"
    case 6: String(repeating: "x", count: 900) + "\n"
    default: "{\"id\":\(number)}\n"
    }
  }

  static let longRows = rows("CSV beyond the limit", 140, maximum: 60) { number in
    switch number % 7 {
    case 2: "\(number),\"\(String(repeating: "a\n", count: 22 + number % 9))\",x\r"
    case 4: "\(number),\(String(repeating: "b", count: 50 + number % 9)),y\r\n"
    case 5: "\(number),\"a\rb\",\(String(repeating: "c", count: 200)),\"x\ny\"\n"
    case 6: "\(number),\(String(repeating: "d", count: 200))\r"
    default: "\(number),t,x\n"
    }
  }

  /// A thousand are kept. Of those that come again some are kept and some are not.
  static let manyValues = lines("more failing values than are kept", 1500) { number in
    let again = number < 1100 ? number : number - 400
    let (id, element) = (again * 7919 % 1100, -(again + number / 1300))
    return "{\"id\":\"v\(id)\",\"t\":\"long\(number % 1250)\",\"l\":[\(element)]}\n"
  }

  static let bareColumns = Corpus(
    name: "CSV without a header, a byte-order mark, no line end at the end", format: .csv,
    profile: """
      {"bulkcheck":1,"input":{"csv":{"header":false,"columns":["id","t","v"],"strayQuotes":"text"}},
       "fields":{"id":{"unique":true},"t":{"notEmpty":true,"maxLength":3},"v":{"required":true}}}
      """,
    bytes: [0xEF, 0xBB, 0xBF]
      + Array((0..<300).map { "\"\($0 % 200)\",a\"\($0),\r\n" }.joined().utf8)
      + Array("1,2,\"3\r\"".utf8))
}
