/// Chunks as bytes, in which they wait for the end of the inputs.
extension JudgedChunk {
  /// The chunk without what closures have made of records, which no profile has.
  var stored: [UInt8] {
    var encoder = PartialEncoder()
    var chunk = self
    chunk.codeAllButBytes(with: &encoder)
    let end = max(consumed, records.last?.end ?? 0, footers.upperBound)
    encoder.add(raw: bytes[0..<min(end, bytes.count)].array)
    return encoder.bytes
  }

  /// Reads a chunk, whose bytes are valid as long as their owner; nil: they are damaged.
  static func read(_ stored: [UInt8]) -> (chunk: JudgedChunk, owner: OwnedBytes)? {
    var decoder = PartialDecoder(stored)
    var chunk = JudgedChunk()
    do throws(PartialDamage) {
      try chunk.codeAllButBytes(with: &decoder)
    } catch {
      return nil
    }
    let bytes = Array(decoder.rest())
    // A line feed follows the bytes of each chunk.
    let owner = OwnedBytes(bytes + [Ascii.lineFeed])
    chunk.bytes = owner.view[0..<bytes.count]
    return (chunk, owner)
  }

  private init() {
    place = ChunkStart(input: 0)
    bytes = StaticBytes.emptyView
    encoding = .utf8
    consumed = 0
    continued = 0
    openBlanks = 0
    footers = 0..<0
    records = []
    faults = []
    duplicates = []
    attachments = []
  }

  private mutating func codeAllButBytes<Coder: PartialCoder>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.code(&place.input)
    try coder.code(signed: &place.offset)
    try coder.code(signed: &place.lines)
    try coder.code(signed: &place.records)
    try coder.code(&place.hasLines)
    try coder.code(&encoding)
    try coder.code(&consumed)
    try coder.code(&continued)
    try coder.code(&openBlanks)
    var (start, end) = (footers.lowerBound, footers.upperBound)
    try coder.code(&start)
    try coder.code(&end)
    try coder.check(start <= end)
    footers = start..<end
    try codeRecords(with: &coder)
    try coder.code(&faults)
    try coder.code(&duplicates)
    try coder.code(&document)
  }

  private mutating func codeRecords<Coder: PartialCoder>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    var count = records.count
    try coder.code(count: &count)
    if records.isEmpty {
      records = ContiguousArray(repeating: RecordVerdict(RecordPosition(), []), count: count)
    }
    for index in 0..<count { try records[index].code(with: &coder) }
  }
}

extension RecordVerdict {
  fileprivate mutating func code<Coder: PartialCoder>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.code(signed: &start)
    try coder.code(&end)
    try coder.code(&line)
    try coder.code(&flags)
  }
}

extension NotedFault: PartialCodable {
  package init() { self.init(ordinal: 0, fault: RecordFault(.syntax, at: 0, "")) }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&ordinal)
    try coder.code(&fault.kind)
    try coder.code(&fault.offset)
    try coder.code(&fault.detail)
  }
}

/// A failure that is known before the end of the inputs, which names no values of several.
extension NotedDuplicate: PartialCodable {
  package init() { self.init(ordinal: 0, rule: RuleNumber(0), first: nil) }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var number = Int(rule)
    try coder.code(&ordinal)
    try coder.code(&number)
    rule = RuleNumber(number)
    try coder.code(&first)
    try coder.code(&sample)
  }
}

extension FirstOccurrence: PartialCodable {
  package init() { self.init(input: 0, number: 0, isRecord: false) }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&input)
    try coder.code(&number)
    try coder.code(&isRecord)
    try coder.code(&isPrevious)
  }
}

/// Without outlines: they are those of a schema, whose rules ask for no keys.
extension DocumentRecords: PartialCodable {
  package func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    var containers = containers
    try coder.code(&containers)
    var keys = keys
    try coder.code(&keys)
    var names = allNames
    try coder.code(&names)
    var places = (0..<count).map { place(of: $0) }
    try coder.code(&places)
    if count > 0 { return }
    for container in containers { _ = append(container) }
    let _: Range<Int> = append(keys)
    _ = append(name: names)
    for place in places { append(place) }
  }
}

extension DocumentRecords.Container: PartialCodable {
  package init() { self.init(pointer: "", kind: .none, suffix: "") }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&pointer)
    try coder.code(&kind)
    try coder.code(&suffix)
    var (start, end) = (keys.lowerBound, keys.upperBound)
    try coder.code(&start)
    try coder.code(&end)
    try coder.check(start <= end)
    keys = start..<end
    try coder.code(&maskedPointer)
  }
}

extension DocumentRecords.Key: PartialCodable {
  package init() { self.init(index: 0) }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(signed: &start)
    try coder.code(signed: &end)
  }
}

extension DocumentRecords.Place: PartialCodable {
  package init() {
    self.init(
      start: 0, end: 0, line: 0, column: 0, container: 0, key: DocumentRecords.Key(), set: 0)
  }

  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(signed: &start)
    try coder.code(signed: &end)
    try coder.code(signed: &line)
    try coder.code(signed: &column)
    try coder.code(signed: &container)
    try key.code(with: &coder)
    try coder.code(signed: &set)
    try coder.code(&isRepeated)
  }
}
