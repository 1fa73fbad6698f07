/// The part that a report may show of a record that claims a key under `unique`, or asks for one:
/// its value, and what its message names.
///
/// Whether the record repeats a key of another run is found out only when results are merged, and
/// whether a later record has a key at the end of the input: then the record is gone. So the claim
/// carries this along.
struct KeyDetail: PartialCodable {
  var value: String?
  var valueIsTruncated = false
  /// The hash of the raw values; 0 if they are masked.
  var hash: UInt64 = 0
  /// The texts of the paths that the message names, and of each difference that it tells, in its
  /// order.
  var pathTexts: [String] = []
  /// The JSON Pointer of the value, where it is one of several; else nil.
  var location: String?
  /// JSON documents: the JSON Pointer of the record.
  var recordPointer: String?
  /// The number of the set to which the record belongs, if these are counted.
  var set: Int?

  init() {}

  private enum Flag {
    static let value: UInt8 = 1, truncated: UInt8 = 2, hash: UInt8 = 4, location: UInt8 = 8
    static let pointer: UInt8 = 16, set: UInt8 = 32, all: UInt8 = 63
  }

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var flags: UInt8 = value == nil ? 0 : Flag.value
    if valueIsTruncated { flags |= Flag.truncated }
    if hash != 0 { flags |= Flag.hash }
    if location != nil { flags |= Flag.location }
    if recordPointer != nil { flags |= Flag.pointer }
    if set != nil { flags |= Flag.set }
    try coder.code(&flags)
    try coder.check(flags <= Flag.all)
    try KeyDetail.code(&value, flags & Flag.value != 0, with: &coder)
    valueIsTruncated = flags & Flag.truncated != 0
    if flags & Flag.hash != 0 { try coder.code(&hash) }
    try coder.code(&pathTexts)
    try KeyDetail.code(&location, flags & Flag.location != 0, with: &coder)
    try KeyDetail.code(&recordPointer, flags & Flag.pointer != 0, with: &coder)
    guard flags & Flag.set != 0 else { return }
    var number = set ?? 0
    try coder.code(&number)
    set = number
  }

  private static func code<Coder: PartialCoder>(
    _ text: inout String?, _ isThere: Bool, with coder: inout Coder
  ) throws(Coder.Failure) {
    guard isThere else { return }
    var found = text ?? ""
    try coder.code(&found)
    text = found
  }
}

extension FailureExplainer {
  /// The details of a rule about keys on the record that has just been scanned again.
  ///
  /// - Parameters:
  ///   - part: the value that asks, if it is one of several; else nil.
  ///   - needsHash: keys do not identify values as written.
  mutating func keyDetail(
    of rule: RuleNumber, at part: FailureTrace.Site? = nil, needsHash: Bool
  ) -> KeyDetail {
    var detail = KeyDetail()
    let culprit = part?.node ?? -1
    section = engine.program.ruleSet.rules[Int(rule)].section
    if let shown = shownValue(of: rule, culprit) {
      detail.value = shown.text
      detail.valueIsTruncated = shown.isTruncated
    }
    for segment in engine.program.ruleSet.rules[Int(rule)].attributes.message.segments {
      switch segment {
      case .path(let path): detail.pathTexts.append(valueText(at: path))
      case .difference(let otherwise):
        detail.pathTexts.append(difference(of: rule, culprit) ?? otherwise)
      case .literal, .value, .field, .line, .rule, .closure, .closureCode, .left, .right, .sides:
        break
      }
    }
    let path = engine.core.tables.rules[rule].samplePath
    let countsFromEnd = path >= 0 && engine.core.values.tables.paths[path].countsFromEnd
    detail.location = part?.location ?? (countsFromEnd ? location(at: path) : nil)
    if let part {
      detail.hash = engine.core.partHash(of: rule, part.node)
    } else if needsHash {
      detail.hash = engine.core.partsHash(of: rule)
    }
    return detail
  }
}

extension ChunkWorker {
  /// The values of the record that was scanned again at which a rule asks for keys.
  struct AskedParts {
    var rule: RuleNumber
    /// The start of the record in its chunk.
    var start: Int
    var parts: [FailureExplainer.AskedPart]
  }

  /// The details of the record that claims a key, which is scanned again unless it was the last
  /// one.
  mutating func keyDetail(
    of claim: ChunkStatistics.KeyClaim, _ chunk: ChunkText
  ) -> KeyDetail {
    let isAgain =
      askedParts.map { $0.rule == claim.rule && $0.start == claim.position.start } ?? false
    if claim.part < 0 || !isAgain { rescan(chunk, claim.position) }
    let needsHash =
      program.refersToInput(claim.rule)
      || UniqueValues(of: claim.rule, program, isCSV: isCSV) == .changed
    var detail = explainer.keyDetail(
      of: claim.rule, at: part(of: claim)?.place, needsHash: needsHash)
    detail.recordPointer = chunk.records?.pointer(of: claim.position.ordinal)
    if program.countsSets { detail.set = chunk.records?.place(of: claim.position.ordinal).set }
    return detail
  }

  /// The value that asks for a key, if it is one of several of the record.
  private mutating func part(
    of claim: ChunkStatistics.KeyClaim
  ) -> FailureExplainer.AskedPart? {
    guard claim.part >= 0 else { return nil }
    if askedParts == nil {
      askedParts = AskedParts(
        rule: claim.rule, start: claim.position.start,
        parts: explainer.askedParts(of: claim.rule).filter { $0.key != nil })
    }
    guard let parts = askedParts?.parts, claim.part < parts.count else { return nil }
    return parts[Int(claim.part)]
  }

  /// Notes what reports may show of the chunk's records with keys.
  ///
  /// Each record is scanned again, as the merge of chunks does for a duplicate, so that both show
  /// the same.
  mutating func noteKeyDetails(in statistics: ChunkStatistics, _ task: ChunkTask) {
    var encoder = PartialEncoder()
    for claim in statistics.keys {
      // Of the record that is referred to nothing is shown.
      encoder.add(
        claim.isOffer ? KeyDetail() : keyDetail(of: claim, task.text))
      statistics.keyDetailEnds.append(encoder.bytes.count)
    }
    statistics.keyDetails = encoder.bytes
  }
}
