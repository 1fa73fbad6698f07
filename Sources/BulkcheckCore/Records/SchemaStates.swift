/// The states of values that only a schema reads, and that a record can have several of: below
/// arrays, below members without names of their own, and where a schema refers to itself.
///
/// Equal sets of subschemas behind the same step share one state, so that circles close.
struct SchemaStates {
  enum Step: Hashable {
    case member(ExactText)
    case everyMember
    case everyElement
  }

  struct Key: Hashable {
    var step: Step
    var readers: [Int]
  }

  /// A step from a state to one that has still to be found.
  struct Waiting {
    var from: StateNumber
    var key: Key
  }

  private(set) var waiting: [Waiting] = []
  private var next = 0
  var numbers: [Key: StateNumber] = [:]
  /// The steps that have been taken, in the order in which their ends were found.
  var taken: [Taken] = []

  /// A step to a state behind the tree.
  struct Taken {
    var from: StateNumber
    var to: StateNumber
    var step: Step
  }

  mutating func wait(_ step: Step, of state: StateNumber, _ readers: [Int]) {
    waiting.append(Waiting(from: state, key: Key(step: step, readers: readers)))
  }

  mutating func takeNext() -> Waiting? {
    guard next < waiting.count else { return nil }
    defer { next += 1 }
    return waiting[next]
  }
}

extension FieldTreeBuilder {
  /// Sets of subschemas can be as many as 2 to the power of their number. Beyond so many states,
  /// values are captured whole, and the names of members compared when they are asked for.
  private static let schemaStatesMaximum = 8_000

  /// Makes the states that steps wait for, and those behind them.
  mutating func addSchemaStates() {
    guard let shape else { return }
    while let waiting = schemaStates.takeNext() {
      let key = waiting.key
      if let known = schemaStates.numbers[key] {
        connect(waiting, to: known)
        continue
      }
      let isFull = states.count - Int(graphStart) >= FieldTreeBuilder.schemaStatesMaximum
      let target = isFull ? wholeState(key.step) : addState(key)
      schemaStates.numbers[key] = target
      connect(waiting, to: target)
      if isFull { continue }
      let parts = shape.parts(key.readers)
      for name in parts.names.keys.sorted() {
        states[Int(target)].hasKeys = true
        schemaStates.wait(.member(name), of: target, parts.names[name] ?? [])
      }
      if let others = parts.others { schemaStates.wait(.everyMember, of: target, others) }
      if let elements = parts.elements { schemaStates.wait(.everyElement, of: target, elements) }
    }
  }

  private mutating func addState(_ key: SchemaStates.Key) -> StateNumber {
    let number = StateNumber(states.count)
    var state = FieldTree.State()
    state.lastDescendant = number + 1
    state.isElement = key.step == .everyElement
    state.isRepeated = true
    state.isNamed = true
    state.linksChildren = true
    states.append(state)
    if case .member(let name) = key.step {
      stepNames.append(name.text)
    } else {
      stepNames.append(nil)
    }
    return number
  }

  /// The state of values that are captured whole, behind a step.
  private mutating func wholeState(_ step: SchemaStates.Step) -> StateNumber {
    let key = SchemaStates.Key(step: step, readers: [-1])
    if let known = schemaStates.numbers[key] { return known }
    let number = addState(key)
    schemaStates.numbers[key] = number
    states[Int(number)].everyMember = step == .everyMember ? number : wholeState(.everyMember)
    states[Int(number)].everyElement = step == .everyElement ? number : wholeState(.everyElement)
    return number
  }

  private mutating func connect(_ waiting: SchemaStates.Waiting, to target: StateNumber) {
    schemaStates.taken.append(
      SchemaStates.Taken(from: waiting.from, to: target, step: waiting.key.step))
    switch waiting.key.step {
    case .member(let name): addKey(name.text, of: waiting.from, to: target)
    case .everyMember: states[Int(waiting.from)].everyMember = target
    case .everyElement: states[Int(waiting.from)].everyElement = target
    }
  }
}
