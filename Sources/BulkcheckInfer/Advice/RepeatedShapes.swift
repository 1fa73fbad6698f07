internal import BulkcheckCore

/// Objects whose members are drafted alike at two places or more: they become a definition.
///
/// They are compared as they are drafted, rule by rule. So a definition says at each place what
/// would have stood there. Of shapes in one another the outermost is taken.
struct RepeatedShapes {
  /// The members of the objects at some places.
  struct Definition {
    var name: String
    var places: [String]
    var members: [SuggestedField]
  }

  /// A smaller object is as short as a reference to it.
  private static let (membersMinimum, rulesMinimum) = (2, 3)

  /// An object, and the ones in it.
  private struct Object {
    var node: SummaryNumber
    var path: String
    var key: String
    var members: [SuggestedField]
    /// The draft of its members, as text.
    var shape: String
    var parts: [Object]
  }

  private(set) var definitions: [Definition] = []
  /// The names of the definitions that objects use, by their places.
  private(set) var names: [SummaryNumber: String] = [:]

  /// - Parameter fields: all fields, nested.
  init(_ fields: [SuggestedField]) {
    let objects = fields.flatMap { RepeatedShapes.objects(in: $0, path: $0.path, key: $0.key) }
    var found = Set(RepeatedShapes.counts(objects, endingAt: []).filter { $0.value > 1 }.keys)
    // Without those in another one, a shape may occur only once.
    while true {
      let counts = RepeatedShapes.counts(objects, endingAt: found)
      let used = found.filter { counts[$0, default: 0] > 1 }
      if used.count == found.count { break }
      found = used
    }
    var order: [String] = []
    var places: [String: [Object]] = [:]
    RepeatedShapes.visit(objects, endingAt: found) { object in
      guard found.contains(object.shape) else { return }
      if places[object.shape] == nil { order.append(object.shape) }
      places[object.shape, default: []].append(object)
    }
    for shape in order { define(places[shape] ?? []) }
  }

  private mutating func define(_ objects: [Object]) {
    guard let first = objects.first else { return }
    var taken = Set(definitions.map(\.name))
    let name = taken.insertFree(RepeatedShapes.name(objects.map(\.key)))
    let members = objects.dropFirst().reduce(first.members) {
      RepeatedShapes.common($0, $1.members)
    }
    definitions.append(Definition(name: name, places: objects.map(\.path), members: members))
    for object in objects { names[object.node] = name }
  }

  // MARK: The objects

  private static func objects(in field: SuggestedField, path: String, key: String) -> [Object] {
    let parts = field.members.flatMap { member in
      let isPlain = !member.path.hasPrefix("/") && !member.path.hasPrefix("[")
      return objects(
        in: member, path: path + (isPlain ? "." : "") + member.path,
        key: member.isAnyMember ? key : member.key)
    }
    let elements = field.items.flatMap { objects(in: $0, path: path + "[*]", key: key) }
    let rules = field.members.reduce(0) { $0 + ruleCount($1) }
    guard field.members.count >= membersMinimum, rules >= rulesMinimum else {
      return parts + elements
    }
    let object = Object(
      node: field.node, path: path, key: key, members: field.members,
      shape: shape(of: field.members), parts: parts)
    return [object] + elements
  }

  private static func ruleCount(_ field: SuggestedField) -> Int {
    field.rules.count { !$0.isNearMiss }
      + (field.items + field.members).reduce(0) { $0 + ruleCount($1) }
  }

  /// Keys may come in any order.
  private static func shape(of fields: [SuggestedField]) -> String {
    fields.sorted { $0.path < $1.path }.map { field in
      let rules = field.rules.map { "\($0.keyword)\($0.isNearMiss ? "?" : ":")\($0.value)" }
      return "\(JSONText.quoted(field.path)){\(rules.joined(separator: "\n"))\n"
        + "[\(shape(of: field.items))][\(shape(of: field.members))]}"
    }.joined(separator: ",")
  }

  private static func counts(
    _ objects: [Object], endingAt shapes: Set<String>
  ) -> [String: Int] {
    var counts: [String: Int] = [:]
    visit(objects, endingAt: shapes) { counts[$0.shape, default: 0] += 1 }
    return counts
  }

  /// Visits all objects except those in one of some shapes.
  private static func visit(
    _ objects: [Object], endingAt shapes: Set<String>, _ body: (Object) -> Void
  ) {
    for object in objects {
      body(object)
      if !shapes.contains(object.shape) { visit(object.parts, endingAt: shapes, body) }
    }
  }

  // MARK: The definition

  /// `address` for `billing_address` and `shippingAddress`; otherwise the first key.
  private static func name(_ keys: [String]) -> String {
    let last = Set(keys.map { lastWord($0) })
    if last.count == 1, let word = last.first, word.utf8.count > 1 { return word }
    return keys.first { !$0.isEmpty } ?? "shape"
  }

  private static func lastWord(_ key: String) -> String {
    let word = key.split { "_-. ".contains($0) }.last.map(String.init) ?? ""
    let capital = word.lastIndex { $0.isUppercase } ?? word.startIndex
    return word[capital...].lowercased()
  }

  /// Fields with the same rules, and the evidence that is the same, too.
  private static func common(
    _ fields: [SuggestedField], _ others: [SuggestedField]
  ) -> [SuggestedField] {
    fields.map { field in
      guard let other = others.first(where: { $0.path == field.path }) else { return field }
      var field = field
      if field.notes != other.notes { field.notes = [] }
      for (index, rule) in other.rules.enumerated()
      where index < field.rules.count && rule.evidence != field.rules[index].evidence {
        field.rules[index].evidence = ""
      }
      field.items = common(field.items, other.items)
      field.members = common(field.members, other.members)
      return field
    }
  }
}
