import BulkcheckCore

/// Numbers in a form of their own, by one regular expression for each form.
enum SlowNumberForm {
  /// The number as JSON has it; nil if the text is not in the form.
  static func plain(_ text: String, _ form: NumberForm) -> String? {
    let decimal = quoted(String(Unicode.Scalar(form.decimal)))
    let blank = "[\\u{20}\\u{A0}\\u{202F}]"
    let affix =
      form.affixes.isEmpty
      ? "(?!)" : "(?:\(form.affixes.map(quoted).joined(separator: "|")))"
    let sign = form.isLenient ? "[+\\-]?" : "-?"
    let before = "(?:\(sign)\(affix)\(blank)?|\(affix)\(blank)?\(sign))"
    let group = form.group == " " ? blank : quoted(form.group)
    let groups = form.group.isEmpty ? "(?!)" : "[1-9][0-9]{0,2}(?:\(group)[0-9]{3})+"
    let whole = "(?:\(groups)|[0-9]+)"
    let number = "(\(whole)\(form.isLenient ? "|(?=\(decimal))" : ""))(?:\(decimal)([0-9]+))?"
    let end = "(?:\(blank)?\(affix))?"
    if form.hasParentheses,
      let found = digits(text, "\\(\(affix)\(blank)?\(number)\\)")
        ?? digits(text, "\\(\(number)\(end)\\)")
    {
      return "-" + found
    }
    guard let found = digits(text, before + number) ?? digits(text, sign + number + end) else {
      return nil
    }
    return (text.contains("-") ? "-" : "") + found
  }

  private static func digits(_ text: String, _ pattern: String) -> String? {
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar),
      let match = text.wholeMatch(of: regex)
    else { return nil }
    let whole = match.output[1].substring?.filter { "0123456789".contains($0) } ?? ""
    let decimals = match.output[2].substring.map { "." + $0 } ?? ""
    return (whole.isEmpty ? "0" : whole) + decimals
  }

  private static func quoted(_ text: String) -> String {
    text.unicodeScalars.map { "\\u{\(String($0.value, radix: 16))}" }.joined()
  }
}
