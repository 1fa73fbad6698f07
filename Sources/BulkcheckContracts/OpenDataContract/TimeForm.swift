internal import BulkcheckCore
internal import BulkcheckDocument

/// How a date or a time is written: a `format` of profiles, with its notation.
struct TimeForm {
  /// `date`, `time` or `date-time`.
  var kind: String
  /// The notation; nil: as in RFC 3339.
  var notation: String?
  /// The offset of values that name none.
  var zone: String?

  init(_ kind: String, as notation: String? = nil) {
    self.kind = kind
    self.notation = notation
  }

  func node(at offset: Int) -> DocumentNode {
    guard let notation else { return .text(kind, at: offset) }
    var node = ProfileObject(at: offset)
    node.add("value", .text(kind, at: offset))
    node.add("as", .text(notation, at: offset))
    if let zone { node.add("timeZone", .text(zone, at: offset)) }
    return node.node
  }

  /// The reader of such texts; nil if the notation cannot be read.
  var reader: TemporalNotation? {
    guard let kind = TemporalKind(rawValue: kind) else { return nil }
    guard let notation else { return TemporalNotation(kind) }
    guard let pattern = try? TemporalPattern(notation, for: kind) else { return nil }
    return TemporalNotation(
      kind, pattern: pattern, offsetMinutes: zone.flatMap(Instant.offsetMinutes) ?? 0)
  }

  /// Whether values may lack their offset, so that one can be given for them.
  var mayLackOffset: Bool {
    guard kind != "date", let pattern = reader?.pattern else { return false }
    return !pattern.hasOffset
  }
}
