internal import BulkcheckCore
internal import BulkcheckDocument

/// Which values of a column Soda takes for valid, as constraints of a field.
struct SodaValidity {
  private(set) var constraints: [(String, DocumentNode)] = []
  /// Bounds that are dates or other texts.
  private(set) var texts: Bounds?
  /// Why it cannot be said in a profile.
  private(set) var fault: String?
  private(set) var faultOffset: Int?

  var isEmpty: Bool { constraints.isEmpty && texts == nil && fault == nil }

  static let names: Set<String> = [
    "valid values", "invalid values", "valid min", "valid max", "valid length", "valid min length",
    "valid max length", "valid regex", "invalid regex", "valid format", "invalid format",
    "missing values", "valid reference data",
  ]

  init(_ settings: SodaSettings, _ draft: CheckDraft) {
    let offset = draft.offset
    let missing = settings["missing values"]?.elements?.filter { !$0.isNull } ?? []
    if let values = settings["valid values"]?.elements, let first = values.first {
      constraints.append(("enum", .list(values.filter { !$0.isNull } + missing, at: first.offset)))
    } else if let first = missing.first {
      refuse("words for missing values beside this", at: first.offset)
    }
    if let values = settings["invalid values"]?.elements, let first = values.first {
      constraints.append(("notEnum", .list(values.filter { !$0.isNull }, at: first.offset)))
    }
    let bounds = Bounds(minimum: settings["valid min"], maximum: settings["valid max"])
    if !bounds.isOpen {
      let isText = bounds.minimum?.text != nil || bounds.maximum?.text != nil
      if isText {
        texts = bounds
      } else {
        constraints += (bounds.numbers?.members ?? []).map { ($0.name, $0.value) }
      }
    }
    addLengths(settings)
    for (name, keyword) in [("valid regex", "pattern"), ("invalid regex", "notPattern")] {
      if let pattern = settings[name] { constraints.append((keyword, pattern)) }
    }
    for name in ["valid format", "invalid format"] {
      if let format = settings[name] {
        addFormat(format, isValid: name == "valid format", at: offset)
      }
    }
  }

  private mutating func refuse(_ sentence: String, at place: Int) {
    fault = sentence
    faultOffset = place
  }

  private mutating func addLengths(_ settings: SodaSettings) {
    if let length = settings["valid length"] {
      constraints.append(("length", .list([length, length], at: length.offset)))
    }
    let least = settings["valid min length"]
    let most = settings["valid max length"]
    if let least, let most {
      constraints.append(("length", .list([least, most], at: least.offset)))
    } else if let least {
      constraints.append(("minLength", least))
    } else if let most {
      constraints.append(("maxLength", most))
    }
  }

  /// Adds a format by its name, or the pattern of a contract's own.
  private mutating func addFormat(_ node: DocumentNode, isValid: Bool, at offset: Int) {
    if let pattern = node["regex"] {
      return constraints.append((isValid ? "pattern" : "notPattern", pattern))
    }
    guard let name = node.text?.lowercased(), isValid else {
      return refuse("a format that is not a name", at: node.offset)
    }
    if let format = Self.formats[name] {
      constraints.append(("format", .text(format, at: node.offset)))
    } else if name == "ip address" {
      let forms = ["ipv4", "ipv6"].map {
        DocumentNode.object(["format": .text($0, at: node.offset)], at: node.offset)
      }
      constraints.append(("any", .list(forms, at: node.offset)))
    } else if let (type, pattern) = Self.numbers[name] {
      let forms: [DocumentNode] = [
        .object(["type": .text(type, at: node.offset)], at: node.offset),
        .object(["pattern": .text(pattern, at: node.offset)], at: node.offset),
      ]
      constraints.append(("any", .list(forms, at: node.offset)))
    } else {
      refuse("the format \(node.summary) has no counterpart", at: node.offset)
    }
  }

  private static let formats = [
    "email": "email", "uuid": "uuid", "ipv4 address": "ipv4", "ipv6 address": "ipv6",
    "date iso 8601": "date", "credit card number": "luhn",
  ]

  /// Formats of texts that are numbers: the type of a number, and Soda's pattern for texts.
  private static let numbers: [String: (type: String, pattern: String)] = [
    "integer": ("integer", "^ *[-+]? *[0-9]+ *$"),
    "decimal": ("number", "^ *[-+]? *(\\d+([\\.,]\\d+)?|([\\.,]\\d+)) *$"),
  ]
}
