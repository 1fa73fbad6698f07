internal import BulkcheckCore
internal import BulkcheckDocument

/// Reads one object under `schema`, and what the contract says of it elsewhere.
struct ObjectReader {
  let object: ContractOutline.Object
  let outline: ContractOutline
  var findings = Findings()
  /// Entries of `rules` and of `table`.
  var rules: [DocumentNode] = []
  var table: [DocumentNode] = []
  var ids: RuleNames
  /// The parts of the primary key in the order in which they are read.
  var primaryKey: [KeyPart] = []
  let hasCompositeKey: Bool
  /// The contract says how many records there have to be, which otherwise is at least one.
  var saysRowCount = false

  /// A property with `primaryKey`.
  struct KeyPart {
    var path: FieldPath
    /// `primaryKeyPosition`; the greatest number if there is none.
    var position: Int
    var offset: Int
  }

  init(_ object: ContractOutline.Object, of outline: ContractOutline) {
    self.object = object
    self.outline = outline
    ids = RuleNames(object.node)
    hasCompositeKey = Self.keyParts(in: object.node) > 1
  }

  mutating func translation() -> Translation {
    let node = object.node
    let fields = readProperties(of: node, at: FieldPath(), isNested: false)
    addPrimaryKey()
    var profile = ProfileObject(at: node.offset)
    profile.add("bulkcheck", .number(1, at: node.offset))
    profile.add("name", .text(object.name, at: node["name"]?.offset ?? node.offset))
    for member in node.members ?? [] { readMember(member) }
    if saysRowCount {
      profile.add("records", .object(["min": .number(0, at: node.offset)], at: node.offset))
    }
    readContractWords()
    profile.addUnlessEmpty("fields", fields)
    profile.addUnlessEmpty("rules", .list(rules, at: node.offset))
    profile.addUnlessEmpty("table", .list(table, at: node.offset))
    var translation = Translation(
      name: object.name, physicalName: object.physicalName, offset: node.offset,
      profile: profile.node)
    translation.leftovers = findings.leftovers
    translation.mistakes = findings.mistakes
    return translation
  }

  private mutating func readMember(_ member: DocumentMember) {
    switch member.name {
    case "logicalType":
      guard !member.value.isNull, member.value.text != "object" else { return }
      findings.complain(
        member.value, "`logicalType` of an element of `schema`", expected: "\"object\"")
    case "relationships":
      for entry in findings.list(member) { readRelationship(entry, of: nil) }
    case "quality":
      for entry in findings.list(member) { readQuality(entry, of: nil) }
    // Read before. Tags of the object would be labels of all its rules, and tell none apart.
    case "properties", "tags": break
    default:
      guard !StandardWords.object.contains(member.name) else { return }
      findings.leave(
        unknown: member, in: "an object",
        known: StandardWords.Read.object + StandardWords.object)
    }
  }

  /// The words of the contract itself, as far as they are about this object or about none.
  mutating func readContractWords() {
    readServiceLevels()
    for member in outline.root.members ?? []
    where !StandardWords.contract.contains(member.name)
      && !StandardWords.Read.contract.contains(member.name)
    {
      findings.leave(
        unknown: member, in: "a contract",
        known: StandardWords.Read.contract + StandardWords.contract)
    }
  }

  // MARK: The primary key

  /// How many properties are parts of the primary key, those of nested objects among them.
  private static func keyParts(in node: DocumentNode) -> Int {
    (node["properties"]?.elements ?? []).reduce(0) { count, property in
      count + (property["primaryKey"]?.boolean == true ? 1 : 0) + keyParts(in: property)
    }
  }

  /// The rule that parts of a primary key are unique together, in the order of their positions.
  private mutating func addPrimaryKey() {
    guard primaryKey.count > 1 else { return }
    let parts = primaryKey.enumerated().sorted {
      ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
    }.map(\.element)
    let offset = primaryKey[0].offset
    rules.append(
      .object(
        [
          "id": .text(ids.name("primary-key"), at: offset),
          "unique": .list(
            parts.map { .text($0.path.description, at: $0.offset) }, at: offset),
        ], at: offset))
  }
}

/// Gives rules their ids.
struct RuleNames {
  /// Ids that several entries of `quality` have: each gets the name of its property in front.
  private var shared: Set<String> = []
  private var taken: Set<String> = []
  /// The last number behind each id that several rules would have.
  private var numbers: [String: Int] = [:]

  /// - Parameter object: an element of `schema`.
  init(_ object: DocumentNode) {
    var seen: Set<String> = []
    note(object, &seen)
    // What is derived does not take the id that a later entry gives.
    taken = seen
  }

  private mutating func note(_ element: DocumentNode, _ seen: inout Set<String>) {
    for entry in element["quality"]?.elements ?? [] {
      guard let id = Self.given(entry)?.text else { continue }
      if !seen.insert(id).inserted { shared.insert(id) }
    }
    for property in element["properties"]?.elements ?? [] { note(property, &seen) }
    if let items = element["items"] { note(items, &seen) }
  }

  /// The id that an entry gives, or its name where that may be an id.
  static func given(_ entry: DocumentNode) -> DocumentNode? {
    if let id = entry["id"], let text = id.text, !text.isEmpty { return id }
    guard let name = entry["name"], let text = name.text, isPlain(text) else { return nil }
    return name
  }

  /// The id of an entry of `quality` or `relationships`.
  ///
  /// - Parameters:
  ///   - path: the property that it is about.
  ///   - word: what it is about; for an entry that gives no id.
  mutating func name(of entry: DocumentNode, at path: FieldPath?, _ word: String) -> DocumentNode {
    let names = path?.steps.compactMap { step in
      if case .key(let name) = step { Self.plain(name) } else { nil as String? }
    }
    let prefix = names.map { $0.joined(separator: ".") + "." } ?? ""
    guard let node = Self.given(entry), let text = node.text else {
      return .text(name(prefix + word), at: entry.offset)
    }
    guard shared.contains(text) else { return .text(Self.plain(text), at: node.offset) }
    return .text(name(prefix + Self.plain(text)), at: node.offset)
  }

  /// An id that no other rule has, with a number behind it if need be.
  mutating func name(_ id: String) -> String {
    var name = id
    var number = numbers[id] ?? 1
    while !taken.insert(name).inserted {
      number += 1
      name = "\(id)-\(number)"
    }
    numbers[id] = number
    return name
  }

  private static func isPlain(_ id: String) -> Bool { plain(id) == id }

  /// The text with a dash for each character that an id cannot have.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.isDigit)
      let mayFollow = "._-".unicodeScalars.contains(scalar)
      if isPlain || mayFollow && !plain.isEmpty {
        plain.unicodeScalars.append(scalar)
      } else if !plain.isEmpty, !plain.hasSuffix("-") {
        plain += "-"
      }
    }
    while plain.hasSuffix("-") { plain.removeLast() }
    return plain.isEmpty ? "rule" : plain
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
