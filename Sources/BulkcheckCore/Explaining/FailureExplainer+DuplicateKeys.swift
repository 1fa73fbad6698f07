/// The keys that occur twice in the record that is looked at alone, and the one under which it
/// stands if that does. Cold: the scanner only says that there are some, so the record is read once
/// more.
extension FailureExplainer {
  /// A sample of `bulkcheck.duplicate-key`.
  mutating func duplicateKeySample() -> Sample {
    let found = duplicateMembers()
    var sample = Sample(
      engine.core.values.record, instanceLocation: found.places.first?.location ?? "",
      messageParts: [builtInMessage(.duplicateKey)])
    if let first = found.places.first, !first.isHidden {
      let name = ShownText.text(first.name).text
      sample.messageParts = ["the key \(name) occurs twice in its object"]
    }
    guard found.count > 1 else { return sample }
    sample.places = found.places.map { FailureLocation(instanceLocation: $0.location, value: nil) }
    sample.morePlaces = found.count - found.places.count
    return sample
  }

  private struct DuplicateKeys {
    var places: [(location: String, name: String, isHidden: Bool)] = []
    var count = 0

    mutating func add(_ name: String, isHidden: Bool, at location: @autoclosure () -> String) {
      count += 1
      if places.count < FailureTrace.placesMaximum { places.append((location(), name, isHidden)) }
    }
  }

  /// An object or array around the value at hand.
  private struct OpenContainer {
    var state: StateNumber
    /// The position of the next element, or -1 in an object.
    var index: Int
    /// How often each key of an object has been met.
    var keys: [[UInt8]: Int] = [:]
  }

  private mutating func duplicateMembers() -> DuplicateKeys {
    var found = DuplicateKeys()
    var open: [OpenContainer] = []
    let json = engine.core.values.recordBytes
    var cursor = JSONCursor(json)
    enter(FieldTree.root, &cursor, &open)
    while let last = open.indices.last, cursor.position < json.count {
      if cursor.take(Ascii.comma) { continue }
      if cursor.byte == Ascii.closeBrace || cursor.byte == Ascii.closeBracket {
        open.removeLast()
        cursor.advance()
        continue
      }
      if open[last].index >= 0 {
        open[last].index += 1
        enter(
          engine.program.tree.element(open[last].index - 1, of: open[last].state), &cursor, &open)
        continue
      }
      let key = JSONString.unescape(cursor.takeString(), into: &engine.core.values.arena)
      _ = cursor.take(Ascii.colon)
      let state = state(ofMember: key, of: open[last].state)
      let count = open[last].keys[key.array, default: 0] + 1
      open[last].keys[key.array] = count
      // A key that comes a third time is not counted again.
      if count == 2, state >= 0, engine.core.values.states[state].isNamed {
        let start = cursor.position + (cursor.byte == Ascii.quote ? 1 : 0)
        let way = engine.core.values.way(to: start)
        found.add(key.text, isHidden: way.endsInHiddenName, at: way.location)
      }
      enter(state, &cursor, &open)
    }
    addRecordName(to: &found)
    return found
  }

  /// Adds the name of the record, if an earlier member of its object has it.
  private mutating func addRecordName(to found: inout DuplicateKeys) {
    let ordinal = engine.core.values.record.ordinal
    guard let document = engine.core.values.document, document.isRepeated(ordinal),
      let key = document.key(nil, of: ordinal), key.isName
    else { return }
    found.add(document.name(key).text, isHidden: document.hidesKeys(of: ordinal), at: "")
  }

  private mutating func state(ofMember key: ByteView, of state: StateNumber) -> StateNumber {
    let named = engine.program.tree.keys.member(key, of: state)
    return named >= 0 ? named : engine.core.values.states[state].everyMember
  }

  /// Goes into an object or an array that something reads, or passes over the value.
  private mutating func enter(
    _ state: StateNumber, _ cursor: inout JSONCursor, _ open: inout [OpenContainer]
  ) {
    let isObject = cursor.byte == Ascii.openBrace
    guard state >= 0, isObject || cursor.byte == Ascii.openBracket else {
      _ = cursor.takeValue()
      return
    }
    open.append(OpenContainer(state: state, index: isObject ? -1 : 0))
    cursor.advance()
  }
}
