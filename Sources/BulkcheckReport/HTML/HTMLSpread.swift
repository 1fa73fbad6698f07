/// Where in the inputs the failures of a rule are, as a strip of a hundred parts.
enum HTMLSpread {
  /// Of fewer failures the examples say as much.
  private static let failuresMinimum = 6
  /// The height of the highest column. All heights are whole numbers.
  private static let heightMaximum = 12

  static func strip(_ rule: Report.Rule, _ report: Report) -> String {
    guard let spread = rule.spread, spread.failures >= failuresMinimum, spread.parts.count > 1
    else { return "" }
    let words = report.spreadWords(of: rule)
    let label = HTMLParts.escaped(
      "Failures from the first record to the last: " + (words ?? shares(spread)))
    let heights = heights(spread.parts)
    // Everywhere alike says nothing.
    guard Set(heights).count > 1 else { return "" }
    return "<figure class=\"spread\"><figcaption>"
      + HTMLParts.escaped("Where they are" + (words.map { ": \($0)" } ?? ""))
      + "</figcaption><svg viewBox=\"0 0 \(spread.parts.count) \(heightMaximum)\" "
      + "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(label)\">"
      + "<path d=\"\(columns(heights))\"></path></svg>"
      + "<p><span>record 1</span><span>\(Figures.grouped(spread.records))</span></p></figure>"
  }

  /// The failures of each quarter, in words.
  private static func shares(_ spread: Report.Spread) -> String {
    let count = spread.parts.count
    let quarters = (0..<4).map { quarter in
      spread.parts[quarter * count / 4..<(quarter + 1) * count / 4].reduce(0, +)
    }
    return quarters.map(Figures.grouped).joined(separator: ", ") + " in the four quarters"
  }

  /// Rounded; what has a failure has a height.
  private static func heights(_ parts: [Int]) -> [Int] {
    let most = UInt128(max(1, parts.max() ?? 1))
    return parts.map { count in
      count <= 0
        ? 0 : max(1, Int((UInt128(count) * UInt128(2 * heightMaximum) + most) / (2 * most)))
    }
  }

  /// The outline of the columns. Neighbours of one height are one column.
  private static func columns(_ heights: [Int]) -> String {
    var path = ""
    var start = 0
    while start < heights.count {
      var end = start + 1
      while end < heights.count, heights[end] == heights[start] { end += 1 }
      if heights[start] > 0 {
        path += "M\(start) \(heightMaximum)v-\(heights[start])h\(end - start)v\(heights[start])z"
      }
      start = end
    }
    return path
  }
}
