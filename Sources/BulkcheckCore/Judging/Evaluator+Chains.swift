/// Chains of checks and changes.
extension Evaluator {
  /// Checks and changes in order; the first check that fails ends the chain
  /// (docs/reference/values.md#chain). A check that does not apply to the value's kind fails
  /// nothing.
  @inline(never)
  mutating func checkChain(_ leaf: Int32, _ column: Int32, _ lanes: Lanes) -> Answer {
    let current = copy(column, lanes)
    var answer = Answer(yes: lanes, no: .none)
    for index in program.chains[Int(leaves[leaf].operand)] {
      let step = changes[index]
      let open = lanes - answer.no - answer.unreadable
      if step.code == .check {
        answer.and(check(step.operand, current, open).decided)
      } else {
        for lane in open & columns[current].texts {
          if let changed = changed(columns[current].nodes[lane].bytes, step) {
            columns[current].nodes[lane].bytes = changed
          } else {
            answer.and(Answer(unreadable: Lanes(lane)))
          }
        }
        columns[current].triedNumbers = .none
        columns[current].smallNumbers = .none
      }
    }
    closeFrame()
    return answer
  }

  /// A copy of the values of a column, to be changed; until ``closeFrame()``.
  private mutating func copy(_ column: Int32, _ lanes: Lanes) -> Int32 {
    let made = nextFrame()
    columns[made].take(columns[column])
    let (nodes, first) = nodes(column)
    for lane in lanes { columns[made].nodes[lane] = nodes[first &+ lane] }
    for lane in lanes { columns[made].counts[lane] = columns[column].counts[lane] }
    for lane in lanes { columns[made].places[lane] = columns[column].place(lane) }
    for lane in lanes & columns[column].inserted {
      columns[made].insertions[lane] = columns[column].insertions[lane]
    }
    return made
  }

  /// The text after one change; nil if a pattern reached its limit.
  mutating func changed(_ text: ByteView, _ change: ChangeCode) -> ByteView? {
    switch change.code {
    case .trim: return TextChanges.trim(text)
    case .lowercase: return TextChanges.lowercase(text, &arena)
    case .uppercase: return TextChanges.uppercase(text, &arena)
    case .collapseWhitespace: return TextChanges.collapseWhitespace(text, &arena)
    case .digits: return TextChanges.digits(text, &arena)
    case .mask: return TextChanges.mask(text, mask: textViews[change.text], &arena)
    case .replace:
      return matcher.replaceAll(
        patternCodes[change.operand], in: text, with: textViews[change.text],
        &arena)
    case .plainNumber: return LenientNumber.plain(text, &arena)
    case .word: return text.equals(textViews[change.text]) ? textViews[change.operand] : text
    case .setDefault, .check: return text
    }
  }
}
