/// How the cells of a field write numbers, where that is not as in JSON.
package struct NumberForm: Hashable, Sendable {
  /// The character before the decimals, ASCII.
  package var decimal: UInt8 = Ascii.point
  /// The character between groups of three digits; empty: digits are not grouped.
  package var group = ""
  /// Texts such as `€` or `%`: a number has one of them at most, before or behind it.
  package var affixes: [String] = []
  /// Numbers in parentheses are negative.
  package var hasParentheses = false
  /// `.5` and `+5` are numbers.
  package var isLenient = false

  package init() {}

  /// Everything in one text, as programs have it: the decimal character, `(` or `)` with and
  /// without parentheses, `+` or `-` for lenient or not, then the group and each affix, each with a
  /// zero byte behind it.
  var code: String {
    let start = [
      decimal, UInt8(ascii: hasParentheses ? "(" : ")"), UInt8(ascii: isLenient ? "+" : "-"),
    ]
    let parts = ([group] + affixes).map { $0 + "\0" }
    return String(decoding: start, as: UTF8.self) + parts.joined()
  }
}

extension NumberForm: CustomStringConvertible {
  /// `number 1.234,5 €`: an example.
  package var description: String {
    let whole = group.isEmpty ? "1234" : "1\(group)234"
    let affixes = affixes.isEmpty ? "" : " " + affixes.joined(separator: " or ")
    return "number as \(whole)\(Character(Unicode.Scalar(decimal)))5\(affixes)"
  }
}

/// A number in a ``NumberForm``, taken apart.
struct FormedNumber {
  private(set) var isNegative = false
  /// The digits before the decimal character, with the groups as they are written.
  private(set) var whole = ByteView.empty
  private(set) var decimals = ByteView.empty
  private(set) var hasGroups = false
  private(set) var hasParentheses = false
  /// A plus sign, or no digit before the decimal character.
  private(set) var isLenient = false
  /// The places of the affixes among those of the form, as bits.
  private(set) var affixes: UInt64 = 0

  /// Nil if the text is not a number in the form.
  ///
  /// - Parameter form: ``NumberForm/code``.
  init?(_ text: ByteView, _ form: ByteView) {
    var rest = text
    if form[1] == UInt8(ascii: "("), rest.count > 2, rest[0] == UInt8(ascii: "("),
      rest[rest.count - 1] == UInt8(ascii: ")")
    {
      hasParentheses = true
      isNegative = true
      rest = rest[1..<(rest.count - 1)]
    }
    let isOpen = form[2] == Ascii.plus
    let groupEnd = form.firstIndex(of: 0, from: 3) ?? form.count
    let hasAffix = takeStart(&rest, form, behind: groupEnd)
    guard takeEnd(&rest, form, behind: groupEnd, mayHaveAffix: !hasAffix),
      takeDigits(rest, decimal: form[0], group: form[3..<groupEnd])
    else { return nil }
    if isLenient, !isOpen { return nil }
  }

  /// Takes a sign and an affix from the start, in any order.
  ///
  /// - Returns: whether there is an affix.
  private mutating func takeStart(
    _ rest: inout ByteView, _ form: ByteView, behind groupEnd: Int
  ) -> Bool {
    var hasSign = hasParentheses
    var hasAffix = false
    while rest.count > 0 {
      if !hasSign, rest[0] == Ascii.minus || rest[0] == Ascii.plus {
        hasSign = true
        isNegative = rest[0] == Ascii.minus
        if !isNegative { isLenient = true }
        rest = rest[1..<rest.count]
      } else if !hasAffix, takeAffix(&rest, form, behind: groupEnd, atEnd: false) {
        hasAffix = true
      } else {
        break
      }
    }
    return hasAffix
  }

  private mutating func takeEnd(
    _ rest: inout ByteView, _ form: ByteView, behind groupEnd: Int, mayHaveAffix: Bool
  ) -> Bool {
    if rest.count > 0, !Ascii.isDigit(rest[rest.count - 1]) {
      return mayHaveAffix && takeAffix(&rest, form, behind: groupEnd, atEnd: true)
    }
    return true
  }

  /// Takes the longest affix that fits, and the blank beside it.
  private mutating func takeAffix(
    _ rest: inout ByteView, _ form: ByteView, behind groupEnd: Int, atEnd: Bool
  ) -> Bool {
    var (start, number, length) = (groupEnd + 1, 0, 0)
    var found = 0
    while start < form.count, let end = form.firstIndex(of: 0, from: start) {
      let affix = form[start..<end]
      if affix.count > length, atEnd ? rest.hasSuffix(affix) : rest.hasPrefix(affix) {
        (length, found) = (affix.count, number)
      }
      start = end + 1
      number += 1
    }
    guard length > 0 else { return false }
    affixes |= 1 &<< UInt64(truncatingIfNeeded: found)
    rest = atEnd ? rest[0..<(rest.count - length)] : rest[length..<rest.count]
    if let blank = FormedNumber.blank(rest, atEnd: atEnd) {
      rest = atEnd ? rest[0..<(rest.count - blank)] : rest[blank..<rest.count]
    }
    return true
  }

  /// The bytes of a blank at one end: a space, or one that does not break lines.
  private static func blank(_ text: ByteView, atEnd: Bool) -> Int? {
    for blank in [" ", "\u{A0}", "\u{2009}", "\u{202F}"] as [StaticString] {
      let view = ByteView(blank)
      if atEnd ? text.hasSuffix(view) : text.hasPrefix(view) { return view.count }
    }
    return nil
  }

  private mutating func takeDigits(_ text: ByteView, decimal: UInt8, group: ByteView) -> Bool {
    var end = FormedNumber.digits(text, from: 0)
    if end == 0 { isLenient = true }
    if end > 0, end <= 3, text[0] != Ascii.zero {
      while let separator = FormedNumber.separator(text, at: end, group) {
        guard FormedNumber.digits(text, from: end + separator) == end + separator + 3 else { break }
        end += separator + 3
        hasGroups = true
      }
    }
    whole = text[0..<end]
    if end == text.count { return end > 0 }
    guard text[end] == decimal, end + 1 < text.count,
      FormedNumber.digits(text, from: end + 1) == text.count
    else { return false }
    decimals = text[(end + 1)..<text.count]
    return true
  }

  private static func separator(_ text: ByteView, at start: Int, _ group: ByteView) -> Int? {
    guard group.count > 0, start < text.count else { return nil }
    let rest = text[start..<text.count]
    if rest.hasPrefix(group) { return group.count }
    return group.isWord(" ") ? blank(rest, atEnd: false) : nil
  }

  private static func digits(_ text: ByteView, from start: Int) -> Int {
    var end = start
    while end < text.count, Ascii.isDigit(text[end]) { end += 1 }
    return end
  }

  /// The number as JSON has it; nil if the text is not in the form.
  static func plain(_ text: ByteView, _ form: ByteView, _ arena: inout ByteArena) -> ByteView? {
    guard let number = FormedNumber(text, form) else { return nil }
    arena.begin()
    if number.isNegative { arena.append(Ascii.minus) }
    if number.whole.isEmpty { arena.append(Ascii.zero) }
    for index in 0..<number.whole.count where Ascii.isDigit(number.whole[index]) {
      arena.append(number.whole[index])
    }
    if !number.decimals.isEmpty {
      arena.append(Ascii.point)
      arena.append(number.decimals)
    }
    return arena.finish()
  }

  /// The number, if it has few digits.
  var decimal: Decimal? {
    guard whole.count + decimals.count <= 18 else { return nil }
    var significand: UInt64 = 0
    for part in [whole, decimals] {
      for index in 0..<part.count where Ascii.isDigit(part[index]) {
        significand = significand &* 10 &+ UInt64(part[index] &- Ascii.zero)
      }
    }
    return Decimal(
      significand: significand, exponent: Int64(0 &- decimals.count), isNegative: isNegative)
  }
}
