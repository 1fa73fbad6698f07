/// Rules about the order of records.
extension Evaluator {
  mutating func judgeOrder(_ tally: OrderTally, of number: Int) {
    for lane in objects {
      tally.counts.judged += 1
      switch readOrderValues(tally, lane) {
      case .missing: tally.counts.skipped += 1
      case .mistyped: tally.counts.mistyped += 1
      case .read:
        guard tally.take() else { continue }
        self.lane = lane
        tally.note(orderSample(tally, of: number))
      }
    }
  }

  private enum OrderReading { case read, missing, mistyped }

  private mutating func readOrderValues(_ tally: OrderTally, _ lane: Int32) -> OrderReading {
    var reading = OrderReading.read
    for (number, path) in tally.paths.enumerated() {
      let column = column(path)
      let bit = Lanes(lane)
      if columns[column].unreadables.contains(lane) {
        reading = .mistyped
        continue
      }
      guard columns[column].values.contains(lane) else { return .missing }
      let types = paths[path].types
      let isTyped = types.isEmpty || !including(types, column, bit).isEmpty
      var kind = OrderValue.Kind.number
      switch columns[column].kind(lane) {
      case .number: break
      case .string: kind = .text
      case .cell: kind = .cell
      default: reading = .mistyped
      }
      if !isTyped { reading = .mistyped }
      if reading == .mistyped { continue }
      let (nodes, first) = nodes(column)
      let bytes = nodes[first &+ lane].bytes
      if !tally.candidate[number].take(kind, bytes, tally.rule.keys[number].kind) {
        reading = .mistyped
      }
    }
    return reading
  }

  private mutating func orderSample(
    _ tally: OrderTally, of rule: Int
  ) -> ChunkStatistics.RawSample {
    var shown: [String] = []
    for (number, path) in tally.paths.enumerated() {
      let place = columns[column(path)].place(lane)
      guard place >= 0 else { continue }
      let value = shownLabel(place, at: path)
      shown.append(
        tally.paths.count == 1
          ? value : JSONText.quoted(tally.rule.keys[number].path.description) + ": " + value)
    }
    return ChunkStatistics.RawSample(
      position: record,
      value: tally.paths.count == 1 ? shown.first : "{" + shown.joined(separator: ", ") + "}",
      messageParts: [program.ruleSet.tableRules[rule].attributes.message.plainText])
  }
}

extension MessageTemplate {
  /// The text of a message without places to fill.
  fileprivate var plainText: String {
    segments.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
  }
}
