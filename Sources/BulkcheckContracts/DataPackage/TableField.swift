internal import BulkcheckCore
internal import BulkcheckDocument

/// A field of a Table Schema as a block of `fields`.
struct TableField {
  let name: String
  let node: DocumentNode
  let type: FieldType
  /// nil: `default`.
  let format: DocumentNode?
  /// The texts that are missing in it.
  let missing: [String]
  var block: ProfileObject
  var normalize: [DocumentNode] = []
  var leftovers: [Leftover] = []
  /// The notation in which its dates or times are written and its limits are given.
  var limitsAreTimes = false

  /// Words of constraints that do nothing beside `constraints`.
  private static let misplaced = [
    "required", "unique", "pattern", "enum", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minLength", "maxLength", "jsonSchema", "nullable", "arrayItem",
  ]

  /// - Parameter own: the field's own list of missing texts.
  init(_ node: DocumentNode, name: String, _ words: MissingWords, own: [String]?) {
    self.name = name
    self.node = node
    missing = words.words(own) + words.common + words.nullSequences
    block = ProfileObject(at: node.offset)
    format = node["format"].flatMap { $0.text == "default" || $0.isNull ? nil : $0 }
    let word = node["type"]
    let known = word.flatMap { $0.text.flatMap(FieldType.init(rawValue:)) }
    type = known ?? .any
    if let word, known == nil, !word.isNull {
      leave(word, "`type` \(word.summary) of \(name): Table Schema has no such type")
    }
    for member in node.members ?? [] where Self.misplaced.contains(member.name) {
      leftovers.append(
        Leftover(
          offset: member.nameOffset,
          sentence: "`\(member.name)` of \(name): Table Schema has it only under `constraints`"))
    }
    if let change = words.change(own, at: (node["missingValues"] ?? node).offset) {
      normalize.append(change)
    }
    translateType()
    translateConstraints()
    translateCategories()
    if !normalize.isEmpty {
      var whole = ProfileObject(at: node.offset)
      whole.add("normalize", .list(normalize, at: node.offset))
      whole.add(block.members)
      block = whole
    }
  }

  mutating func leave(_ node: DocumentNode, _ sentence: String) {
    leftovers.append(Leftover(offset: node.offset, sentence: sentence))
  }

  /// The offset of the type, or of the field if it has none.
  var typeOffset: Int { node["type"]?.offset ?? node.offset }

  /// Adds a constraint by which a value fails that is not of the type: its rule is called `type`,
  /// whatever the profile's word is.
  mutating func addType(
    _ keyword: String, _ value: DocumentNode,
    _ attributes: KeyValuePairs<String, DocumentNode> = [:]
  ) {
    var long = ProfileObject(at: typeOffset)
    long.add("value", value)
    if Self.isPlain(name) { long.add("id", .text("\(name).type", at: typeOffset)) }
    for (word, attribute) in attributes { long.add(word, attribute) }
    block.add(keyword, long.members.count == 1 ? value : long.node, at: typeOffset)
  }

  /// Adds a pattern by which a value fails that is not of the type.
  mutating func addTypePattern(_ pattern: String, _ article: String) {
    addType(
      "pattern", .text("^(?:\(pattern))$", at: typeOffset),
      ["message": .text("{value} is not \(article)", at: typeOffset)])
  }

  /// Declares that cells which are not read as the type stay texts, and adds a rule about every
  /// value: it is of the type, or a text of the pattern.
  mutating func addTypeOrText(_ word: String, pattern: String, _ article: String) {
    let types: DocumentNode = .texts([word, "string"], at: typeOffset)
    var kind = ProfileObject(at: typeOffset)
    kind.add("value", types)
    if Self.isPlain(name) { kind.add("id", .text("\(name).kind", at: typeOffset)) }
    block.add("type", kind.members.count == 1 ? types : kind.node, at: typeOffset)
    addType(
      "any",
      .list(
        [
          .object(["type": .text(word, at: typeOffset)], at: typeOffset),
          .object(["pattern": .text(pattern, at: typeOffset)], at: typeOffset),
        ], at: typeOffset),
      ["message": .text("{value} is not \(article)", at: typeOffset)])
  }

  /// Makes a cell that does not have the form, and is not missing, something that is not a number.
  mutating func guardForm(_ pattern: String) {
    let allowed = [pattern] + Set(missing).sorted().filter { !$0.isEmpty }.map(PatternText.literal)
    normalize.append(
      .object(
        [
          "replace": .texts(
            ["^(?!(?:\(allowed.joined(separator: "|")))$)(?=[\\s\\S])", "_"], at: typeOffset)
        ], at: typeOffset))
  }

  /// Whether a text may begin an id.
  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, Ascii.isAlphanumeric(first) else { return false }
    return name != "bulkcheck"
      && name.utf8.allSatisfy { Ascii.isAlphanumeric($0) || "._-".utf8.contains($0) }
      && !name.hasPrefix("bulkcheck.")
  }

  // MARK: Categories

  private mutating func translateCategories() {
    guard let categories = node["categories"], !categories.isNull else { return }
    guard let elements = categories.elements else {
      return leave(categories, "`categories` of \(name): expected a list")
    }
    let values = elements.map { $0["value"] ?? $0 }
    if let constraint = node["constraints"]?["enum"] {
      return leave(constraint, "`enum` of \(name) beside `categories`")
    }
    addChoices("categories", categories, values)
  }
}
