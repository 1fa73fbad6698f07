/// Shares such as `0.95` as percentages, without rounding.
enum ExactShare {
  /// `95%` for `0.95`; nil unless the digits are a plain decimal from 0 to 1.
  static func percentage(_ digits: String) -> String? {
    thousandths(digits).map { text($0.value, $0.places) }
  }

  /// `5%` for `0.95`: the rest of the whole.
  static func rest(_ digits: String) -> String? {
    guard let (value, places) = thousandths(digits) else { return nil }
    return text(power(places) - value, places)
  }

  /// The digits as an integer, and the number of places behind the point, at least two.
  private static func thousandths(_ digits: String) -> (value: Int, places: Int)? {
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = Int(parts[0]), whole == 0 || whole == 1 else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 2 - fraction.utf8.count))
    guard padded.utf8.count <= 15, padded.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let part = Int(padded), whole == 0 || part == 0
    else { return nil }
    let places = padded.utf8.count
    return (whole * power(places) + part, places)
  }

  private static func power(_ places: Int) -> Int {
    (0..<places).reduce(1) { value, _ in value * 10 }
  }

  private static func text(_ value: Int, _ places: Int) -> String {
    let unit = power(places - 2)
    var fraction = String(value % unit + unit).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(value / unit)" + (fraction.isEmpty || unit == 1 ? "" : "." + fraction) + "%"
  }
}
