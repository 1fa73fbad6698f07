/// Statements about arrays and objects as wholes.
extension Evaluator {
  mutating func checkArrays(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let arrays = lanes & columns[column].arrays
    let cells = values.isSplit(column) ? lanes & columns[column].cells : .none
    var yes = Lanes.none
    if tables.leaves[leaf].code == .itemCount {
      let minimum = tables.leaves[leaf].minimum
      let maximum = tables.leaves[leaf].maximum
      for lane in arrays {
        let count = Int(columns[column].counts[lane])
        yes.insert(lane, if: count >= minimum && count <= maximum)
      }
      for lane in cells {
        let count = values.cellElementCount(values.value(column, lane))
        yes.insert(lane, if: count >= minimum && count <= maximum)
      }
    } else {
      for lane in arrays | cells {
        let array = values.value(column, lane)
        let isDistinct =
          areDistinct(array)
          ?? JSONValue.uniqueItems(values.jsonText(of: array), &values.arena, &items)
        yes.insert(lane, if: isDistinct)
      }
    }
    var answer = Answer(yes: yes, no: (arrays | cells) - yes)
    answer.add(mismatch(leaf, column, lanes - arrays - cells))
    return answer
  }

  /// Whether a check of a schema may read the texts of arrays or objects.
  mutating func readsTexts(_ leaf: Int32) -> Bool {
    switch tables.leaves[leaf].code {
    case .itemCount: false
    case .oneOf, .noneOf: tables.choices[tables.leaves[leaf].operand].hasContainers
    default: true
    }
  }

  /// Elements that are compared each with each.
  private static var comparedItemsMaximum: Int32 { 8 }

  /// Whether the elements of a short array, all plain strings, are distinct; nil if that has to be
  /// found out in another way. Only elements to which a path leads have nodes.
  private mutating func areDistinct(_ array: Value) -> Bool? {
    guard array.node >= 0, !array.isCell, array.kind == .array,
      array.count <= Evaluator.comparedItemsMaximum
    else { return nil }
    var element = values.table.firstChild(of: array.node)
    var rest = array.count
    while element >= 0 {
      rest &-= 1
      guard values.table.nodes[element].kind == .string,
        !values.table.nodes[element].flags.contains(.isEscaped)
      else { return nil }
      let text = values.table.nodes[element].bytes
      var other = values.table.links[element].nextSibling
      while other >= 0 {
        // A text whose escapes may make it equal is left to the general way.
        if values.table.nodes[other].flags.contains(.isEscaped) { return nil }
        if values.table.nodes[other].kind == .string, values.table.nodes[other].bytes.equals(text) {
          return false
        }
        other = values.table.links[other].nextSibling
      }
      element = values.table.links[element].nextSibling
    }
    return rest == 0 ? true : nil
  }

  mutating func checkNames(_ leaf: Int32, _ column: ColumnNumber, _ lanes: Lanes) -> Answer {
    let about = lanes & columns[column].objects
    let coversAll = !isCSV && tables.leaves[leaf].code == .anyFields
    var no = coversAll ? .none : about & columns[column].otherKeys
    let section = tables.leaves[leaf].section
    if isCSV, section != .everyRecord {
      no = otherColumns[Int(section)].columns.isEmpty ? .none : about
    }
    if !isCSV, tables.leaves[leaf].operand >= 0 {
      let names = program.lists.nameSets[Int(tables.leaves[leaf].operand)]
      let (nodes, first) = values.nodes(column)
      for lane in about - no {
        let hasOnlyNames = JSONValue.hasOnlyKeys(nodes[first &+ lane].bytes, &values.arena) {
          names.contains($0)
        }
        no.insert(lane, if: !hasOnlyNames)
      }
    }
    var answer = Answer(yes: about - no, no: no)
    answer.add(mismatch(leaf, column, lanes - about))
    return answer
  }
}
