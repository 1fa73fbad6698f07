/// Rules about the order of records.
extension Evaluator {
  mutating func judgeOrder(_ tally: OrderTally, of number: Int) {
    let open = lanesInOrder(tally)
    for lane in open {
      guard readOrderValues(tally, lane) else {
        tally.counts.mistyped &+= 1
        continue
      }
      guard tally.take(values.positions[lane]) else { continue }
      self.lane = lane
      tally.note(orderSample(tally, of: number))
    }
    tally.endBatch()
  }

  /// Counts the records of the batch; returns those whose values can have an order.
  private mutating func lanesInOrder(_ tally: OrderTally) -> Lanes {
    var missing = Lanes.none
    var mistyped = Lanes.none
    for number in 0..<tally.keyCount {
      let path = tally.path(number)
      let column = values.column(path)
      let unreadable = values.objects & columns[column].unreadables
      let present = (values.objects & columns[column].values) - unreadable
      missing |= values.objects - present - unreadable
      let comparable = columns[column].texts | columns[column].numbers
      let types = values.tables.paths[path].types
      let typed = types.isEmpty ? present : including(types, column, present)
      mistyped |= unreadable | (present - (typed & comparable))
      // Dates and times are read record by record.
      if tally.temporal(number) != nil { continue }
      values.readDecimals(column, present & (columns[column].numbers | columns[column].cells))
    }
    mistyped -= missing
    tally.counts.judged += values.objects.count
    tally.counts.skipped += missing.count
    tally.counts.mistyped += mistyped.count
    return values.objects - missing - mistyped
  }

  /// Reads what a record is compared by; false if a date or time is not in the notation of its
  /// field.
  private mutating func readOrderValues(_ tally: OrderTally, _ lane: Int32) -> Bool {
    for number in 0..<tally.keyCount {
      let column = tally.path(number)
      let (nodes, first) = values.nodes(column)
      let bytes = nodes[first &+ lane].bytes
      let kind: OrderValue.Kind =
        columns[column].strings.contains(lane)
        ? .text : columns[column].cells.contains(lane) ? .cell : .number
      if let temporal = tally.temporal(number) {
        guard let view = OrderView(kind, bytes, as: temporal) else { return false }
        tally.candidate[number] = view
      } else {
        let isSmall = kind != .text && columns[column].smallNumbers.contains(lane)
        tally.candidate[number] = OrderView(
          kind, bytes, isSmall ? columns[column].decimals[lane] : nil)
      }
    }
    return true
  }

  private mutating func orderSample(_ tally: OrderTally, of rule: Int) -> Sample {
    var shown: [String] = []
    for (number, path) in tally.paths.enumerated() {
      let place = values.shownNode(values.node(at: path))
      guard place >= 0 else { continue }
      let value = values.shownLabel(place, at: path)
      shown.append(
        tally.paths.count == 1
          ? value : JSONText.quoted(tally.rule.keys[number].path.description) + ": " + value)
    }
    return Sample(
      values.record,
      value: tally.paths.count == 1 ? shown.first : "{" + shown.joined(separator: ", ") + "}",
      messageParts: [program.ruleSet.tableRules[rule].orderMessage])
  }
}

extension TableRule {
  /// The message for a record out of order.
  fileprivate var orderMessage: String {
    let text = attributes.message.plainText
    return text == words ? "out of order: must be " + words : text
  }
}

extension MessageTemplate {
  /// The text of a message without places to fill.
  fileprivate var plainText: String {
    segments.map { if case .literal(let text) = $0 { text } else { "" } }.joined()
  }
}
