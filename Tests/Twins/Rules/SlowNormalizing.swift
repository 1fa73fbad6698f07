package import BulkcheckCore

/// A record after `normalize` and the chains that pass, found by taking it apart and making a new
/// one.
package struct SlowNormalizing {
  private struct Target {
    var path: FieldPath
    var chains: [[ChainStep]]
  }

  /// A target, and the steps that are left to it.
  private typealias Way = (target: Target, rest: ArraySlice<PathStep>)

  private let evaluator: SlowEvaluator
  private let targets: [Target]
  private let numberNames: Set<String>

  package init(_ rules: RuleSet, header: [String]?) {
    evaluator = SlowEvaluator(rules, header: header)
    targets = rules.paths.compactMap { path in
      let chains = rules.rules.compactMap { rule -> [ChainStep]? in
        guard rule.isRun, case .constraint(.chain(let steps)) = rule.expression,
          let scope = rule.scope, rules.scopes[scope.value].path == path
        else { return nil }
        return steps
      }
      let isDeclared = rules.declarations[path]?.normalize.isEmpty == false
      return isDeclared || !chains.isEmpty ? Target(path: path, chains: chains) : nil
    }
    numberNames = Set(
      rules.paths.flatMap(\.steps).compactMap { step in
        if case .keyOrIndex(let name, _) = step { name } else { nil }
      })
  }

  package func record(_ record: DOM) -> DOM {
    guard case .object = record else { return record }
    let ways = targets.map { Way($0, $0.path.steps[...]) }
    return hasDuplicates(record, ways)
      ? record : value(record, ways, isElement: false) ?? record
  }

  /// The cells of a row that has no column twice.
  package func row(_ cells: [[UInt8]], header: [String]) -> [[UInt8]] {
    zip(cells, header).map { cell, name in
      let mine = targets.filter { $0.path.column.name == name }
      guard !mine.isEmpty else { return cell }
      let columnPath = FieldPath(
        Array(mine[0].path.steps.dropLast(mine[0].path.column.rest.count)))
      var changedCell = DOM.cell(cell)
      if let target = mine.first(where: { $0.path.column.rest.isEmpty }) {
        changedCell = changed(.cell(cell), target, isElement: false) ?? .null
      }
      guard case .cell(var bytes) = changedCell else { return cell }
      let elements = mine.filter { !$0.path.column.rest.isEmpty }
      let isMissing = (evaluator.rules.missingValues ?? [""]).contains { Array($0.utf8) == bytes }
      let declaration = evaluator.rules.declarations[columnPath]
      if let separator = declaration?.separator, !elements.isEmpty,
        !isMissing, !bytes.isEmpty || declaration?.types == nil
      {
        let parts = SlowEvaluator.split(bytes, separator).enumerated().map { index, part in
          self.element(part, index, elements)
        }
        bytes = Array(parts.joined(separator: Array(separator.utf8)))
      }
      return bytes
    }
  }

  private func element(_ part: [UInt8], _ index: Int, _ targets: [Target]) -> [UInt8] {
    let target =
      targets.first { $0.path.steps.last == .index(index) }
      ?? targets.first { $0.path.steps.last == .everyElement }
    guard let target, case .cell(let bytes) = changed(.cell(part), target, isElement: true) else {
      return part
    }
    return bytes
  }

  // MARK: Values

  private func value(_ value: DOM?, _ ways: [Way], isElement: Bool) -> DOM? {
    switch value {
    case .object(let members):
      var made = members.map { member in
        DOM.Member(
          name: member.name,
          value: self.value(member.value, next(ways, key: member.name), isElement: false)
            ?? member.value)
      }
      made += additions(ways, without: members.map(\.name))
      return .object(made)
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          self.value(element, next(ways, index: index), isElement: true) ?? element
        })
    default:
      let here = ways.filter(\.rest.isEmpty).map(\.target)
      let stars = { (target: Target) in target.path.steps.count(where: \.isToEvery) }
      guard let fewest = here.map(stars).min(),
        let target = here.first(where: { stars($0) == fewest })
      else { return value }
      let made = changed(value, target, isElement: isElement)
      switch made {
      // Parts of a default are changed like those of the record.
      case .array, .object: return self.value(made, ways, isElement: isElement)
      default: return made
      }
    }
  }

  private func additions(_ ways: [Way], without names: [[UInt8]]) -> [DOM.Member] {
    var added: [DOM.Member] = []
    for way in ways {
      guard case .key(let name)? = way.rest.first, !numberNames.contains(name) else { continue }
      let bytes = Array(name.utf8)
      guard !(names + added.map(\.name)).contains(bytes) else { continue }
      let below = next(ways, key: bytes)
      if let value = value(nil, below, isElement: false) ?? object(below) {
        added.append(DOM.Member(name: bytes, value: value))
      }
    }
    return added
  }

  private func object(_ ways: [Way]) -> DOM? {
    let members = additions(ways, without: [])
    return members.isEmpty ? nil : .object(members)
  }

  private func next(_ ways: [Way], key: [UInt8]) -> [Way] {
    ways.compactMap { way in
      switch way.rest.first {
      case .key(let name) where Array(name.utf8) == key,
        .keyOrIndex(let name, _) where Array(name.utf8) == key:
        (way.target, way.rest.dropFirst())
      case .everyMember: (way.target, way.rest.dropFirst())
      default: nil
      }
    }
  }

  private func next(_ ways: [Way], index: Int) -> [Way] {
    ways.compactMap { way in
      switch way.rest.first {
      case .everyElement, .index(index), .keyOrIndex(_, index): (way.target, way.rest.dropFirst())
      default: nil
      }
    }
  }

  private func hasDuplicates(_ value: DOM, _ ways: [Way]) -> Bool {
    switch value {
    case .object(let members):
      var seen: Set<[UInt8]> = []
      return members.contains { member in
        let below = next(ways, key: member.name)
        guard !below.isEmpty else { return false }
        return !seen.insert(member.name).inserted || hasDuplicates(member.value, below)
      }
    case .array(let elements):
      return elements.enumerated().contains { hasDuplicates($1, next(ways, index: $0)) }
    default: return false
    }
  }

  // MARK: Changes

  private func changed(_ raw: DOM?, _ target: Target, isElement: Bool) -> DOM? {
    let missing = (evaluator.rules.missingValues ?? (evaluator.header == nil ? [] : [""]))
    var value = Seen(value: raw, path: target.path)
    let emptyIsArray =
      evaluator.header != nil
      && SlowEvaluator.emptyIsArray(evaluator.rules.declarations[target.path])
    func isMissing() -> Bool {
      value.isMissing
        || !isElement
          && value.text.map { text in
            text.isEmpty && emptyIsArray || missing.contains { Array($0.utf8) == text }
          } ?? false
    }
    for change in evaluator.rules.declarations[target.path]?.normalize ?? [] {
      if case .default(let literal) = change {
        guard isMissing() else { continue }
        value.value = DOM(literal)
        if evaluator.header != nil { value.value = SlowNormalizing.cell(DOM(literal)) }
      } else if let text = value.text {
        // What nobody knows is written as it came.
        guard let changed = SlowEvaluator.changed(text, change) else { return raw }
        value.value = SlowEvaluator.replacing(value, changed)
      }
    }
    return chained(value, target, isElement: isElement).value
  }

  private func chained(_ value: Seen, _ target: Target, isElement: Bool) -> Seen {
    var value = value
    for chain in target.chains {
      // As rules see it: missing, or read as its type.
      var plain = evaluator.rules.declarations[target.path] ?? Declaration()
      plain.normalize = []
      var rules = evaluator.rules
      rules.declarations[target.path] = plain
      let seen = SlowEvaluator(rules, header: evaluator.header)
        .seen(value.value, isElement: isElement, target.path)
      guard let text = seen.text,
        evaluator.truth(.constraint(.chain(chain)), seen) == .true
      else { continue }
      var end = text
      for case .change(let change) in chain {
        end = SlowEvaluator.changed(end, change) ?? end
      }
      value.value = SlowEvaluator.replacing(value, end)
    }
    return value
  }

  private static func cell(_ value: DOM) -> DOM {
    switch value {
    case .text(let bytes): .cell(bytes)
    case .number(let digits): .cell(Array(digits.utf8))
    case .bool(let flag): .cell(Array((flag ? "true" : "false").utf8))
    default: value
    }
  }
}
