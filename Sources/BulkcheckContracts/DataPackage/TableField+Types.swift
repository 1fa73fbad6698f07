internal import BulkcheckCore
internal import BulkcheckDocument

/// The types.
extension TableField {
  mutating func translateType() {
    leaveFormat()
    switch type {
    case .any: break
    case .string: translateString()
    case .number: translateNumber()
    case .integer: translateInteger()
    case .boolean: translateBoolean()
    case .date, .time, .datetime: translateTime()
    case .year:
      guardForm("[0-9]{4}")
      block.add("type", .text("integer", at: typeOffset))
    case .yearmonth: addTypePattern("-?[0-9]{4,}-(?:0[1-9]|1[0-2])", "a year and a month")
    case .duration:
      addTypePattern(
        "-?P(?=[0-9T])(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+W)?(?:[0-9]+D)?"
          + "(?:T(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?)?", "a duration")
    case .geopoint: translateGeopoint()
    case .object, .geojson: translateBrackets("object", "{", "}")
    case .array: translateBrackets("array", "[", "]")
    case .list: translateList()
    }
  }

  private mutating func leaveFormat() {
    guard let format, !type.hasPatterns else { return }
    guard let word = format.text, type.formats.contains(word) else {
      return leave(
        format, "`format` \(format.summary) of \(name): \(type.rawValue) has no such format")
    }
    if word == "topojson" { leave(format, "`format` topojson of \(name)") }
  }

  private mutating func translateString() {
    block.add("type", .text("string", at: typeOffset))
    let formats = ["email": "email", "uri": "uri", "uuid": "uuid", "binary": "base64"]
    guard let format, let word = format.text.flatMap({ formats[$0] }) else { return }
    block.add("format", .text(word, at: format.offset))
  }

  // MARK: Numbers

  private mutating func translateNumber() {
    if node["bareNumber"]?.boolean == false { stripAffixes() }
    guard let form = numberForm(decimals: true) else { return }
    // Without a digit behind the point.
    let point = PatternText.literal(node["decimalChar"]?.text ?? ".")
    normalize.append(
      .object(
        ["replace": .texts(["^([+-]?[0-9]+)\(point)$", "$1"], at: typeOffset)], at: typeOffset))
    if !form.isEmpty { block.add("number", form.node) }
    addTypeOrText("number", pattern: "^(?i:nan|-?inf)$", "a number")
  }

  private mutating func translateInteger() {
    if node["bareNumber"]?.boolean == false { stripAffixes() }
    guard let form = numberForm(decimals: false) else { return }
    let group = node["groupChar"]?.text.map(PatternText.literal) ?? ""
    guardForm(group.isEmpty ? "[+-]?[0-9]+" : "[+-]?[0-9](?:\(group)?[0-9])*")
    block.add("type", .text("integer", at: typeOffset))
    if !form.isEmpty { block.add("number", form.node) }
  }

  /// Text around a number, such as a currency or a percent sign, is ignored.
  private mutating func stripAffixes() {
    let affixes = missing.filter { !$0.isEmpty }.map(PatternText.literal)
    let isMissing = affixes.isEmpty ? "" : "(?!(?:\(affixes.joined(separator: "|")))$)"
    normalize.append(
      .object(
        [
          "replace": .texts(
            ["^\(isMissing)[^0-9+.-]*(.*[0-9])[^0-9]*$", "$1"],
            at: typeOffset)
        ], at: typeOffset))
  }

  /// How cells write numbers; nil if profiles cannot say it. Signs and bare points are those of the
  /// whole table, unless the field has characters of its own.
  private mutating func numberForm(decimals: Bool) -> ProfileObject? {
    var form = ProfileObject(at: typeOffset)
    let point = node["decimalChar"]
    if decimals, let point, point.text != "." {
      guard point.text == "," else {
        leave(point, "`decimalChar` \(point.summary) of \(name), and its type: expected . or ,")
        return nil
      }
      form.add("decimal", point)
    }
    if let group = node["groupChar"], group.text != "" {
      guard let text = group.text, text.unicodeScalars.count == 1,
        text.unicodeScalars.allSatisfy({
          !$0.properties.isAlphabetic && !"0123456789+-()".unicodeScalars.contains($0)
        }), text != form["decimal"]?.text ?? (decimals ? "." : "")
      else {
        leave(group, "`groupChar` \(group.summary) of \(name), and its type: expected one sign")
        return nil
      }
      if text == ".", !decimals { form.add("decimal", .text(",", at: group.offset)) }
      form.add("group", group)
    }
    if !form.isEmpty { form.add("lenient", .boolean(true, at: typeOffset)) }
    return form
  }

  private mutating func translateBoolean() {
    let standard = (yes: ["true", "True", "TRUE", "1"], no: ["false", "False", "FALSE", "0"])
    let yes = words("trueValues") ?? standard.yes
    let no = words("falseValues") ?? standard.no
    if let both = node["trueValues"] ?? node["falseValues"], yes.contains(where: no.contains) {
      return leave(both, "the type of \(name): a word is both true and false")
    }
    let foreign = ["true", "false"].filter {
      !yes.contains($0) && !no.contains($0) && !missing.contains($0)
    }
    if !foreign.isEmpty {
      normalize.append(
        .object(
          ["replace": .texts(["^(\(foreign.joined(separator: "|")))$", "_$1"], at: typeOffset)],
          at: typeOffset))
    }
    block.add("type", .text("boolean", at: typeOffset))
    var words = ProfileObject(at: typeOffset)
    words.addUnlessEmpty("true", .texts(yes.filter { $0 != "true" }, at: typeOffset))
    words.addUnlessEmpty("false", .texts(no.filter { $0 != "false" }, at: typeOffset))
    if yes.contains("false") || no.contains("true") {
      return leave(node, "the words of \(name): true and false have their own meaning")
    }
    if !words.isEmpty { block.add("boolean", words.node) }
  }

  private mutating func words(_ name: String) -> [String]? {
    guard let list = node[name] else { return nil }
    let texts = list.elements?.compactMap(\.text) ?? []
    guard !texts.isEmpty, texts.count == list.elements?.count, Set(texts).count == texts.count
    else {
      leave(list, "`\(name)` of \(self.name): expected a list of different strings")
      return nil
    }
    return texts
  }

  // MARK: Texts with parts

  private mutating func translateGeopoint() {
    let longitude = "[+-]?(?:180(?:\\.0+)?|(?:1[0-7][0-9]|[0-9]{1,2})(?:\\.[0-9]+)?)"
    let latitude = "[+-]?(?:90(?:\\.0+)?|[0-8]?[0-9](?:\\.[0-9]+)?)"
    let blank = "\\s*"
    switch format?.text {
    case "array":
      addBracketed(
        "array", "\(blank)\\[\(blank)\(longitude)\(blank),\(blank)\(latitude)\(blank)\\]\(blank)",
        "a pair of longitude and latitude")
    case "object":
      let lon = "\"lon\"\(blank):\(blank)\(longitude)"
      let lat = "\"lat\"\(blank):\(blank)\(latitude)"
      addBracketed(
        "object",
        "\(blank)\\{\(blank)(?:\(lon)\(blank),\(blank)\(lat)|\(lat)\(blank),\(blank)\(lon))\(blank)"
          + "\\}\(blank)", "an object with lon and lat")
    default: addTypePattern("\(longitude),\(blank)\(latitude)", "a pair of longitude and latitude")
    }
  }

  /// JSON in a cell is seen by its brackets only.
  private mutating func translateBrackets(_ word: String, _ open: String, _ close: String) {
    addBracketed(word, "\\s*\\\(open)[\\s\\S]*\\\(close)\\s*", "JSON of an \(word)")
    let what = type == .geojson ? "whether it is GeoJSON" : "of cells, what is inside the brackets"
    leftovers.append(Leftover(offset: typeOffset, sentence: "type of \(name): \(what)"))
  }

  private mutating func addBracketed(_ word: String, _ pattern: String, _ article: String) {
    addTypeOrText(word, pattern: "^(?:\(pattern))$", article)
  }

  private mutating func translateList() {
    let delimiter = node["delimiter"]
    guard let separator = delimiter == nil ? "," : delimiter?.text, !separator.isEmpty else {
      return leave(delimiter ?? node, "`delimiter` of \(name), and its type: expected a text")
    }
    block.add("type", .text("array", at: typeOffset))
    block.add("separator", .text(separator, at: delimiter?.offset ?? typeOffset))
    guard let item = node["itemType"] else { return }
    var items = ProfileObject(at: item.offset)
    switch item.text {
    case "string", "number", "boolean": items.add("type", item)
    case "integer":
      // Elements are read as cells are, so 1.0 would be an integer.
      items.add(
        "normalize",
        .list(
          [.object(["replace": .texts(["[.eE]", "_"], at: item.offset)], at: item.offset)],
          at: item.offset))
      items.add("type", item)
    case "date": items.add("format", .text("date", at: item.offset))
    case "datetime":
      items.add("normalize", .list([Self.offsetChange(item.offset)], at: item.offset))
      items.add("format", .text("date-time", at: item.offset))
    case "time": items.add("pattern", .text("^(?:\(Self.timePattern))$", at: item.offset))
    default: return leave(item, "`itemType` \(item.summary) of \(name)")
    }
    block.add("items", items.node)
  }
}
