internal import BulkcheckCore
internal import BulkcheckDocument

/// The rules of one tag and one priority, which must exclude each other by their `when`
/// (docs/reference/profile.md#tags).
///
/// A rule is compared with each one before it only if no path tells at once that it excludes them
/// all, as it does in a profile that chooses by one field.
struct TaggedRules {
  /// The `const` and `enum` that stand directly in a rule's `when`.
  typealias Choices = [FieldPath: [Set<JSONIdentity>]]

  private var rules: [(id: String, choices: Choices)] = []
  /// How many of the rules choose by a path.
  private var counts: [FieldPath: Int] = [:]
  /// The values by which they choose there.
  private var values: [FieldPath: Set<JSONIdentity>] = [:]

  /// The id of the first rule that does not exclude this one.
  func conflict(with choices: Choices) -> String? {
    let excludesAll = choices.contains { path, sets in
      counts[path, default: 0] == rules.count
        && sets.contains { values[path, default: []].isDisjoint(with: $0) }
    }
    if excludesAll { return nil }
    return rules.first { !Self.excludeEachOther($0.choices, choices) }?.id
  }

  mutating func add(_ id: String, _ choices: Choices) {
    rules.append((id, choices))
    for (path, sets) in choices {
      counts[path, default: 0] += 1
      for set in sets { values[path, default: []].formUnion(set) }
    }
  }

  private static func excludeEachOther(_ left: Choices, _ right: Choices) -> Bool {
    left.contains { path, sets in
      (right[path] ?? []).contains { other in sets.contains { $0.isDisjoint(with: other) } }
    }
  }
}
