/// Which of PCRE2's shortcuts a pattern may take.
///
/// Some shortcuts of PCRE2 change the answer. Random patterns and texts, compared with the
/// interpreter without any, showed these in release 10.42, which Debian 12 and Ubuntu 24.04 have:
///
/// - *Possessive loops*: where PCRE2 takes a loop to exclude what follows, it never gives back.
///   `\R?\s` is not found in `"\n"`. It saves little, so no pattern takes this shortcut.
/// - *Searching for starts*: places at which no match can begin are passed over. Machine code keeps
///   notes for that on where a loop failed, and reads them wrongly after branches of different
///   lengths: `(?:xa|x)b*a` is not found in `"xa"` (PCRE2 issue 336), and `(?>\w*|..)[0-9]` is
///   found in `"aa.1"`. The interpreter too is wrong with lookahead and with back references:
///   `(?=c)\h?c` is not found in `"bc"`.
/// - *Machine code*: groups that are repeated possessively can get a wrong answer, as
///   `(b)*+(?(1)a)` does on `"b"` (PCRE2 issue 324). `(([a]){1,}\1{0,}){2,}+` reads memory that is
///   not its own.
///
/// With the rules below, 16 million random patterns gave no wrong answer on three texts each.
struct PCRE2Shortcuts: BitwiseCopyable {
  /// Whether places at which no match can begin are passed over. In long texts without a match it
  /// is many times faster.
  let searchesStarts: Bool
  let usesMachineCode: Bool

  /// For code that never matches.
  static let none = PCRE2Shortcuts(searchesStarts: false, usesMachineCode: false)

  /// - Parameter tree: what the pattern says, if it is of the plain kind.
  init(_ source: PatternSource, _ tree: PatternTree?) {
    self.init(
      // A bar is looked for in the text: a tree has merged some branches.
      searchesStarts: tree != nil && !source.pattern.utf8.contains(UInt8(ascii: "|")),
      usesMachineCode: tree != nil || !PCRE2Shortcuts.repeatsGroupsPossessively(source))
  }

  private init(searchesStarts: Bool, usesMachineCode: Bool) {
    self.searchesStarts = searchesStarts
    self.usesMachineCode = usesMachineCode
  }

  /// Whether a group is repeated possessively, as in `(a|b)*+`. True also if the pattern cannot be
  /// compiled.
  private static func repeatsGroupsPossessively(_ source: PatternSource) -> Bool {
    let text = source.pattern.utf8
    let end = text.firstIndex(of: UInt8(ascii: ")"))
    guard let end, text[end...].dropFirst(2).contains(UInt8(ascii: "+")) else { return false }
    guard let code = try? PCRE2Code(source, .none, hasCallouts: true) else { return true }
    defer { code.deallocate() }
    let bytes = OwnedBytes(source.pattern)
    return withExtendedLifetime(bytes) { code.repeatsGroupsPossessively(in: bytes.view) }
  }
}
