/// Rules about pairs.
///
/// Of records, workers note an image of each with its key; the merge, which sees them in input
/// order, judges each with the one before it (``PairRun``). Elements of an array are judged here
/// (``ElementPairs``).
extension Evaluator {
  // MARK: Elements

  /// The pairs of elements that a rule is about; nil if it is about records.
  mutating func elementPairs(of rule: RuleNumber) -> ElementPairs? {
    let number = tables.rules[rule].pairing
    return number < 0 ? nil : elementPairs[Int(number)]
  }

  /// Judges the elements of the arrays of some records, each with the one before it.
  mutating func judge(_ pairs: ElementPairs, in records: Lanes) {
    let record = values.column(ProgramBuilder.recordPath)
    let unreadable = values.unreadableLanes(ofWalk: pairs.code.walk, record, records)
    pairs.begin(records, unreadable: unreadable)
    for lane in records - unreadable {
      let start = values.foundCount
      values.find(pairs.code.walk, from: record, lane)
      for index in start..<values.foundCount {
        takeElements(of: values.found[index].place, in: lane, pairs)
      }
      values.foundCount = start
    }
    pairs.judge()
  }

  private mutating func takeElements(of array: NodeNumber, in record: Lane, _ pairs: ElementPairs) {
    guard values.hasElements(array) else { return }
    var before = values.table.firstChild(of: array)
    if before < 0 { return }
    pairs.takeFirst(of: record)
    var element = values.table.links[before].nextSibling
    while element >= 0 {
      pairs.take(ElementPair(element: element, before: before), of: record, from: &values)
      before = element
      element = values.table.links[element].nextSibling
    }
  }

  /// Counts the values of the pair that makes a rule about elements fail on the record at hand.
  mutating func countPair(_ rule: RuleNumber) {
    guard let pairs = elementPairs(of: rule) else { return countParts(rule) }
    pairs.count(rule, pairs.culprit(of: rule, lane), of: lane, from: &values, statistics)
  }

  // MARK: Records

  /// Judges a rule about pairs as far as a record alone tells: whether it belongs to a group.
  mutating func judgePaired(_ rule: RuleNumber, _ lanes: Lanes) -> Outcomes {
    var answer = Answer()
    let code = program.lists.pairs[Int(tables.rules[rule].pairing)]
    answer.yes = lanesWithKey(code, lanes, unreadable: &answer.unreadable)
    return Outcomes(answer, in: lanes)
  }

  private mutating func lanesWithKey(
    _ code: PairCode, _ lanes: Lanes, unreadable: inout Lanes
  ) -> Lanes {
    var open = lanes
    for path in code.required {
      let column = values.column(path)
      unreadable |= lanes & columns[column].unreadables
      open &= columns[column].values
    }
    return open - unreadable
  }

  /// Notes the images of the records of the batch, once all other rules have judged them.
  mutating func notePairs() {
    for (number, code) in program.lists.pairs.enumerated() where code.walk < 0 {
      var unreadable = Lanes.none
      let lanes = lanesWithKey(code, lanes(of: code.section), unreadable: &unreadable)
      for lane in lanes {
        let key = key(of: code, lane)
        statistics.pairImages.append(PairImage.head(isCSV: isCSV))
        for piece in code.pieces { addPiece(piece.path, lane) }
        statistics.notePair(
          PairClaim(
            pairing: number, key: key, recordIsInvalid: invalid.contains(lane),
            position: values.positions[lane], imageEnd: statistics.pairImages.count))
      }
    }
  }

  private mutating func key(of code: PairCode, _ lane: Lane) -> Fingerprint {
    if code.by.count == 1 { return fingerprint(values.column(code.by[0]), lane) }
    var key = FingerprintBuilder(.parts, program.hashKeys)
    for path in code.by { key.append(fingerprint(values.column(path), lane)) }
    return key.finish()
  }

  /// Adds the value as it was captured.
  private mutating func addPiece(_ path: PathNumber, _ lane: Lane) {
    let place = columns[values.column(path)].place(lane)
    guard place >= 0 else { return PairImage.addAbsent(to: &statistics.pairImages) }
    let node = values.table.nodes[place]
    let isText = node.kind == .string || node.kind == .cell
    PairImage.add(
      node.kind, isText ? values.text(of: node) : node.bytes,
      isLocalTime: node.flags.contains(.isLocalTime), to: &statistics.pairImages)
  }
}

/// A record that a rule about pairs is asked about.
struct PairClaim {
  var pairing: Int
  /// The group to which it belongs.
  var key: Fingerprint
  var recordIsInvalid: Bool
  var position: RecordPosition
  /// The end of its image in ``ChunkStatistics/pairImages``, where the next one begins.
  var imageEnd: Int
}
