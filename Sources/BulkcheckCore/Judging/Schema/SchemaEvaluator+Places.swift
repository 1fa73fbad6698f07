/// The locations at which the rules of a schema fail. Only failing values come here.
extension SchemaEvaluator {
  /// Notes where a rule failed in a lane.
  @inline(never)
  mutating func addPlaces(of rule: RuleNumber, _ column: ColumnNumber, _ lane: Lane) {
    let record = columns[column].record(lane)
    let (location, isSearched) = place(of: columns[column].place(lane), lane: record)
    let number = schema.keywordOfRule[rule]
    guard number >= 0 else {
      return places.add(location, of: rule, record, isSearched: isSearched)
    }
    let keyword = schema.keywords[number]
    guard keyword.code == .required || keyword.code == .dependentRequired else {
      // Members that are one too many: their names could be any.
      let members = places.part(of: location, -1, name: "*")
      return places.add(members, of: rule, record, isSearched: isSearched)
    }
    core.lane = record
    forEachRequired(keyword, missingIn: columns[column].place(lane)) { evaluator, operand in
      let name = evaluator.core.values.tables.textViews[operand]
      let member = evaluator.places.part(of: location, operand, name: name.text)
      evaluator.places.add(member, of: rule, record, isSearched: isSearched)
    }
  }

  /// The number of the location of a value.
  ///
  /// - Parameter lane: of its record.
  mutating func place(of node: NodeNumber, lane: Lane) -> (location: Int32, isSearched: Bool) {
    guard node >= 0 else { return (places.number(""), false) }
    let known = places.location(ofState: core.values.table.nodes[node].state)
    if known >= 0 { return (known, false) }
    core.lane = lane
    guard places.maySearch(core.values.recordBytes.count, in: lane) else {
      return (places.number(""), true)
    }
    let location =
      isCSV ? core.values.location(ofPart: node) : core.values.generalLocation(ofNode: node)
    return (places.number(location), true)
  }

  /// Counts the locations at which a rule failed, each once for a record.
  @inline(never)
  mutating func countPlaces(of rule: RuleNumber) {
    if core.collectsFailures { return }
    let table = rule &+ Int32(program.countedCount)
    for var entry in places.entries(of: rule) {
      if entry.isSearched, !(entry.records & places.unsearched).isEmpty {
        entry.records -= places.unsearched
        core.statistics.touch(table)
        core.counters.failures[table].sawUnknown = true
      }
      let location = places.texts[Int(entry.location)]
      var text = location
      var hash = hash(text)
      for lane in entry.records {
        if core.values.document?.pieces != nil {
          text = self.location(ofPiece: lane) + location
          hash = self.hash(text)
        }
        if core.counters.countKnown(hash, for: table) || core.isCounted(hash, for: table) {
          continue
        }
        core.statistics.add(
          .text(JSONText.quoted(text)), hash: hash, for: table,
          ordinal: core.values.positions[lane].ordinal)
      }
    }
  }

  private mutating func hash(_ text: String) -> UInt64 {
    ByteView.withUTF8(of: text) { ByteHash.hash($0, seed: core.counters.seed) }
  }
}
