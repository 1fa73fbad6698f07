/// How the text report is laid out.
public struct TextStyle: Hashable, Sendable {
  /// The width to fit, at least 40; nil: values are shown whole however wide the lines become.
  public var columns: Int?
  /// Whether to colour by ANSI escape sequences.
  public var color: Bool
  /// The examples shown for each failing rule, of those that the report holds.
  public var samplesMaximum: Int

  public init(columns: Int? = nil, color: Bool = false, samplesMaximum: Int = 1) {
    self.columns = columns.map { max(40, $0) }
    self.color = color
    self.samplesMaximum = max(0, samplesMaximum)
  }

  enum Color: String {
    case red = "31"
    case yellow = "33"
    case green = "32"
    case dim = "2"
  }

  /// `text` in a colour, if colours are asked for.
  func paint(_ text: String, _ paint: Color?) -> String {
    guard color, let paint, !text.isEmpty else { return text }
    return "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m"
  }
}
