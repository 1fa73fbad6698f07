internal import BulkcheckCore
internal import BulkcheckDocument

/// The values that a figure may have.
struct SodaThreshold {
  var bounds = Bounds()
  /// The only value, if it is one.
  var exactly: DocumentNode?
  /// A value that the figure may not have.
  var not: DocumentNode?
  /// Both ends of values that the figure may not have, the ends among them.
  var outside: (minimum: DocumentNode, maximum: DocumentNode)?
  /// Whether the numbers are written as percentages.
  var isPercentage = false

  static var zero: SodaThreshold { SodaThreshold(exactly: .number("0", at: 0)) }

  private init(exactly: DocumentNode) { self.exactly = exactly }

  private init() {}

  /// Reads `= 0`, `< 5%`, `between 1 and 10`, `not between 1 and 10`; nil if it is something else.
  init?(_ text: String, at offset: Int) {
    var text = ForeignSQL.trimmed(text)
    if text.contains("%") {
      isPercentage = true
      text = text.replacing("%", with: "")
    }
    var words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let isOutside = words.first == "not"
    if isOutside { words.removeFirst() }
    if words.count == 4, words[0] == "between", words[2] == "and" {
      guard ForeignValue.isNumber(words[1]), ForeignValue.isNumber(words[3]) else { return nil }
      let minimum = DocumentNode.number(words[1], at: offset)
      let maximum = DocumentNode.number(words[3], at: offset)
      if isOutside {
        outside = (minimum, maximum)
      } else {
        bounds = Bounds(minimum: minimum, maximum: maximum)
      }
      return
    }
    let sign = text.prefix { "<>=!".contains($0) }
    let digits = ForeignSQL.trimmed(String(text.dropFirst(sign.count)))
    guard ForeignValue.isNumber(digits) else { return nil }
    let number = DocumentNode.number(digits, at: offset)
    switch sign {
    case "=": exactly = number
    case "!=", "<>": not = number
    case "<", "<=":
      bounds.maximum = number
      bounds.excludesMaximum = sign == "<"
    case ">", ">=":
      bounds.minimum = number
      bounds.excludesMinimum = sign == ">"
    default: return nil
    }
  }

  /// Reads a condition under which a check fails, such as `when > 10`.
  init?(failing text: String, at offset: Int) {
    let condition = ForeignSQL.trimmed(text)
    guard condition.hasPrefix("when "),
      let failing = SodaThreshold(String(condition.dropFirst("when ".utf8.count)), at: offset)
    else { return nil }
    self.init()
    isPercentage = failing.isPercentage
    let other = failing.bounds
    if let only = failing.exactly {
      not = only
    } else if let value = failing.not {
      exactly = value
    } else if let ends = failing.outside {
      bounds = Bounds(minimum: ends.minimum, maximum: ends.maximum)
    } else if let minimum = other.minimum, let maximum = other.maximum {
      outside = (minimum, maximum)
    } else if let least = other.minimum {
      bounds.maximum = least
      bounds.excludesMaximum = !other.excludesMinimum
    } else if let most = other.maximum {
      bounds.minimum = most
      bounds.excludesMinimum = !other.excludesMaximum
    } else {
      return nil
    }
  }

  /// Reads the `threshold` of a contract; nil if it is something else.
  ///
  /// - Parameter other: what holds if no bound is given.
  init?(contract node: DocumentNode, otherwise other: SodaThreshold?) {
    for member in node.members ?? [] {
      let value = member.value
      switch member.name {
      case "must_be": exactly = value
      case "must_not_be": not = value
      case "must_be_greater_than":
        bounds.minimum = value
        bounds.excludesMinimum = true
      case "must_be_greater_than_or_equal": bounds.minimum = value
      case "must_be_less_than":
        bounds.maximum = value
        bounds.excludesMaximum = true
      case "must_be_less_than_or_equal": bounds.maximum = value
      case "must_be_between":
        guard setRange(value) else { return nil }
      case "metric": isPercentage = value.text == "percent"
      case "level", "unit": break
      default: return nil
      }
    }
    let values = [exactly, not, bounds.minimum, bounds.maximum].compactMap { $0 }
    guard values.allSatisfy({ $0.digits != nil }) else { return nil }
    if values.isEmpty, let other {
      exactly = other.exactly
      bounds = other.bounds
    }
  }

  private mutating func setRange(_ node: DocumentNode) -> Bool {
    if let ends = node.elements, ends.count == 2 {
      bounds.minimum = ends[0]
      bounds.maximum = ends[1]
      return true
    }
    bounds.minimum = node["greater_than_or_equal"] ?? node["greater_than"]
    bounds.excludesMinimum = node["greater_than"] != nil
    bounds.maximum = node["less_than_or_equal"] ?? node["less_than"]
    bounds.excludesMaximum = node["less_than"] != nil
    return !bounds.isOpen
  }

  // MARK: What it says

  /// Whether a figure that is never negative has to be 0.
  var isZero: Bool {
    if let exactly { return Self.isZero(exactly) }
    guard not == nil, outside == nil, let maximum = bounds.maximum else { return false }
    return Self.isZero(maximum) && !bounds.excludesMaximum
      && bounds.minimum.map { Self.isZero($0) && !bounds.excludesMinimum } ?? true
  }

  private static func isZero(_ node: DocumentNode) -> Bool {
    node.digits?.allSatisfy { $0 == "0" || $0 == "." } ?? false
  }

  /// The failures that are tolerated; nil if the threshold is not an upper limit of their number.
  var tolerated: Int? {
    if isZero { return 0 }
    guard exactly == nil, not == nil, outside == nil, !isPercentage, bounds.minimum == nil,
      let maximum = bounds.maximum?.digits.flatMap({ Int($0) })
    else { return nil }
    let most = bounds.excludesMaximum ? maximum - 1 : maximum
    return most < 0 ? nil : most
  }

  /// The bounds of a figure as members of rules that must all hold.
  var members: [[DocumentMember]] {
    if let exactly { return [[DocumentMember("const", shown(exactly))]] }
    if let not { return [[DocumentMember("notConst", shown(not))]] }
    if let outside {
      // A profile allows the ends, and a rule excludes one figure.
      let minimum = shown(outside.minimum)
      let maximum = shown(outside.maximum)
      let range = DocumentNode.list([minimum, maximum], at: minimum.offset)
      return [
        [DocumentMember("outside", range), DocumentMember("notConst", minimum)],
        [DocumentMember("notConst", maximum)],
      ]
    }
    return [bounds.mapped { shown($0) }?.members ?? []]
  }

  private func shown(_ node: DocumentNode) -> DocumentNode {
    isPercentage ? .text((node.digits ?? "") + "%", at: node.offset) : node
  }
}

/// A metric of SodaCL with its arguments, and the threshold behind it.
struct SodaMetric {
  var name: String
  var columns: [String]
  /// The rest of the line, such as `= 0`.
  var threshold: String

  init(_ name: String, _ columns: [String]) {
    self.name = name
    self.columns = columns
    threshold = ""
  }

  /// Reads `missing_count(id) = 0`; nil if a line is something else.
  init?(_ line: String) {
    let text = ForeignSQL.trimmed(line)
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !word.isEmpty else { return nil }
    name = String(word)
    var rest = text.dropFirst(word.count)
    columns = []
    if rest.first == "(" {
      guard let close = rest.firstIndex(of: ")") else { return nil }
      columns = rest[rest.index(after: rest.startIndex)..<close].split(separator: ",").map {
        SodaMetric.name($0)
      }
      rest = rest[rest.index(after: close)...]
    }
    threshold = ForeignSQL.trimmed(String(rest))
  }

  /// The name of a column without quotes.
  static func name(_ text: some StringProtocol) -> String {
    let name = ForeignSQL.trimmed(String(text))
    guard name.count > 1, let first = name.first, first == name.last, "\"'`".contains(first) else {
      return name
    }
    return String(name.dropFirst().dropLast())
  }
}
