/// The part that a report may show of a record that claims a key under `unique`: its value, and
/// what its message names.
///
/// Whether the record repeats a key of another run is found out only when results are merged, when
/// the record is gone. So each claim carries this along.
struct KeyDetail: PartialCodable {
  var value: String?
  var valueIsTruncated = false
  /// The hash of the raw values; 0 if they are masked.
  var hash: UInt64 = 0
  /// The texts of the paths that the message names, and of each difference that it tells, in its
  /// order.
  var pathTexts: [String] = []
  /// JSON documents: the JSON Pointer of the record.
  var recordPointer: String?

  init() {}

  private enum Flag {
    static let value: UInt8 = 1, truncated: UInt8 = 2, hash: UInt8 = 4, pointer: UInt8 = 8
  }

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var flags: UInt8 = value == nil ? 0 : Flag.value
    if valueIsTruncated { flags |= Flag.truncated }
    if hash != 0 { flags |= Flag.hash }
    if recordPointer != nil { flags |= Flag.pointer }
    try coder.code(&flags)
    try coder.check(flags < 16)
    if flags & Flag.value != 0 {
      var text = value ?? ""
      try coder.code(&text)
      value = text
    }
    valueIsTruncated = flags & Flag.truncated != 0
    if flags & Flag.hash != 0 { try coder.code(&hash) }
    try coder.code(&pathTexts)
    if flags & Flag.pointer != 0 {
      var text = recordPointer ?? ""
      try coder.code(&text)
      recordPointer = text
    }
  }
}

extension FailureExplainer {
  /// The details of a `unique` rule on the record that has just been scanned again.
  ///
  /// - Parameter needsHash: keys do not identify values as written.
  mutating func keyDetail(of rule: RuleNumber, needsHash: Bool) -> KeyDetail {
    var detail = KeyDetail()
    section = engine.program.ruleSet.rules[Int(rule)].section
    if let shown = shownValue(of: rule, -1) {
      detail.value = shown.text
      detail.valueIsTruncated = shown.isTruncated
    }
    for segment in engine.program.ruleSet.rules[Int(rule)].attributes.message.segments {
      switch segment {
      case .path(let path): detail.pathTexts.append(valueText(at: path))
      case .difference(let otherwise):
        detail.pathTexts.append(difference(of: rule, -1) ?? otherwise)
      case .literal, .value, .field, .line, .rule, .closure, .closureCode: break
      }
    }
    if needsHash { detail.hash = engine.core.partsHash(of: rule) }
    return detail
  }
}

extension ChunkWorker {
  /// Notes what reports may show of the chunk's records with keys.
  ///
  /// Each record is scanned again, as the merge of chunks does for a duplicate, so that both show
  /// the same.
  mutating func noteKeyDetails(in statistics: ChunkStatistics, of task: ChunkTask) {
    var encoder = PartialEncoder()
    for claim in statistics.keys {
      if claim.isOffer {
        // Of the record that is referred to nothing is shown.
        encoder.add(KeyDetail())
        statistics.keyDetailEnds.append(encoder.bytes.count)
        continue
      }
      rescan(task.bytes, claim.position, document: task.records)
      let values = UniqueValues(of: claim.rule, program, isCSV: isCSV)
      var detail = explainer.keyDetail(of: claim.rule, needsHash: values == .changed)
      detail.recordPointer = task.records?.pointer(of: claim.position.ordinal)
      encoder.add(detail)
      statistics.keyDetailEnds.append(encoder.bytes.count)
    }
    statistics.keyDetails = encoder.bytes
  }
}
