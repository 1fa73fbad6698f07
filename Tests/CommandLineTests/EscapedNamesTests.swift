import Foundation
import Testing

/// Names that hold line ends and control characters, in what the real binary writes for people.
@Suite("Escaped names", .waitsForCommands)
struct EscapedNamesTests {
  /// In the shell's notation: a file, and in JSON's a field, a rule, a tag and a label.
  private static let setUp = #"""
    f=$'x\n::error::y\e[31m\xe2\x80\xa8\xe2\x80\xae.jsonl'
    g=$'x\n::error::y\e[31m\xe2\x80\xa8\xe2\x80\xae.csv'
    q=$'q\n::error::y\e[31m\xe2\x80\xa8\xe2\x80\xae.json'
    w=$'w\n::error::y\e[31m\xe2\x80\xa8\xe2\x80\xae.json'
    n='x\n::error::y\u001b[31m\u0085\u2028\u202e'
    printf '{"%s":1}\n{"%s":"2"}\n{"%s":\n' "$n" "$n" "$n" > "$f"
    printf '"x\n::error::y\e[31m"\n1\n' > "$g"
    cat > "$q" <<END
    {"bulkcheck":1,"name":"$n","fields":{"/$n":{"type":"integer","labels":["$n"],"const":1,
    "minimum":{"value":3,"message":"$n {value}"}},"::error::z":{"required":true}},
    "rules":[{"id":"r","when":{"/$n":{"const":1}},"then":{"/$n":{"const":2}},"tag":"$n"}],
    "tests":[{"name":"$n","record":{"$n":"2"},"fails":["r"]}]}
    END
    cat > "$w" <<END
    {"bulkcheck":1,"fields":{"/$n":{"tipe":"integer","::error::z":1}},"$n":1,
    "rules":[{"id":"$n","all":[]}]}
    END
    """#

  static let commands = [
    #"bulkcheck -p "$q" "$f""#, #"bulkcheck -p "$q" "$f" --color always"#,
    #"bulkcheck -p "$q" "$f" "$g" none"$f""#, #"bulkcheck -p "$q" "$f" --failures /dev/null -"#,
    #"bulkcheck -p "$q" "$f" --report github"#, #"bulkcheck -p "$q" "$f" --report markdown"#,
    #"bulkcheck -p "$w" "$f""#, #"bulkcheck -p none"$q" "$f""#,
    #"bulkcheck -p "$q" "$f" --only "$n""#, #"bulkcheck -p "$q" "$f" "--$f""#,
    #"bulkcheck -p "$q" "$f" --samples "$f""#, #"bulkcheck -p "$q" "$f" --baseline "$f""#,
    #"bulkcheck -p "$q" "$f" --valid none/"$f""#,
    #"bulkcheck -p "$q" "$f" --report json=none/"$f""#,
    #"bulkcheck -p "$q" "$f" --partial part > /dev/null; bulkcheck merge part"#,
    #"bulkcheck merge "$f""#, #"bulkcheck merge none"$f""#,
    #"bulkcheck lint "$q" "$w""#, #"bulkcheck lint none"$w""#, #"bulkcheck expand "$q""#,
    #"bulkcheck expand --program "$q""#, #"bulkcheck expand "$w""#, #"bulkcheck test "$q""#,
    #"bulkcheck test "$w""#,
    #"bulkcheck explain -p "$q" "$f" --record 1"#, #"bulkcheck explain -p "$q" "$f" --record 2"#,
    #"bulkcheck explain -p "$q" "$f" --record 3"#, #"bulkcheck explain -p "$q" "$f" --record 4"#,
    #"bulkcheck explain -p "$q" "$g" --record 1"#,
    #"bulkcheck explain -p "$q" none"$g" --record 1"#,
    #"bulkcheck infer "$f" > /dev/null"#, #"bulkcheck infer none"$f""#, #"bulkcheck "expan$f""#,
    #"bulkcheck infer "$g" "$q" | grep '//'"#, #"bulkcheck schema "$f""#,
  ]

  @Test("print no line and no control character of their own", arguments: commands)
  func escaped(command: String) throws {
    let folder = try Tool.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Tool.run("\(Self.setUp)\n\(command) < /dev/null", in: folder)
    let written = result.output + result.diagnostics
    #expect(!written.isEmpty)
    // Colours are the tool's own.
    let text =
      command.contains("--color")
      ? written.replacing(/\u{1B}\[[0-9;]*m/, with: "") : written
    let steering = text.unicodeScalars.filter { scalar in
      scalar != "\n" && scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value
        || [0x2028, 0x2029, 0x202E].contains(scalar.value)
    }
    #expect(!written.contains("::error::y\u{1B}"))
    #expect(steering.isEmpty, "\(text.debugDescription)")
    for line in text.split(separator: "\n") {
      let start = line.drop { $0 == " " }
      // Its own commands have a title, or a file.
      let isOwn = start.hasPrefix("::error title=") || start.hasPrefix("::error file=")
      #expect(!start.hasPrefix("::") || isOwn && command.contains("github"), "\(line)")
    }
  }
}
