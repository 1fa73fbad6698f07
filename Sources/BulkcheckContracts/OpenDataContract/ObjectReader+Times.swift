internal import BulkcheckCore
internal import BulkcheckDocument

/// The types `date`, `timestamp` and `time`.
extension ObjectReader {
  /// - Parameter offset: of `logicalType`.
  mutating func readTimes(
    _ type: LogicalType, _ offset: Int, _ options: [DocumentMember],
    into block: inout ProfileObject
  ) {
    guard var form = timeForm(type, options) else {
      // The notation is left over: values are texts, and limits cannot be compared.
      block.add("type", .text("string", at: offset))
      for option in options where LogicalType.limits.contains(option.name) {
        findings.leave(
          option.nameOffset, "`\(option.name)`, as the format of the values is not enforced")
      }
      return
    }
    readZone(type, options, into: &form)
    let place = options.named("format").map(\.value.offset) ?? offset
    block.add("format", form.node(at: place), at: offset)
    for option in options where LogicalType.limits.contains(option.name) {
      block.add(option.name, limit(option.value, form), at: option.nameOffset)
    }
  }

  /// How values are written; nil if the format is left over.
  private mutating func timeForm(_ type: LogicalType, _ options: [DocumentMember]) -> TimeForm? {
    guard let option = options.named("format") else { return standardForm(type, options) }
    guard let text = findings.text(option) else { return nil }
    switch text {
    case "date": return TimeForm("date")
    case "date-time": return standardForm(.timestamp, options)
    case "time": return standardForm(.time, options)
    default: break
    }
    let reading = JavaDatePattern.read(text)
    switch reading {
    case .exact(let form): return form
    case .partly(let form, let rest):
      findings.leave(option.value.offset, "the format \(Complaint.quoted(text)): \(rest)")
      return form
    case .nothing(let reason):
      findings.leave(option.value.offset, "the format \(Complaint.quoted(text)): \(reason)")
      return nil
    }
  }

  /// The form of ISO 8601, which is the default of the standard.
  private mutating func standardForm(_ type: LogicalType, _ options: [DocumentMember]) -> TimeForm {
    guard type != .date else { return TimeForm("date") }
    let kind = type == .time ? "time" : "date-time"
    guard let option = options.named("timezone"), let hasZone = findings.boolean(option) else {
      return TimeForm(kind, as: "any-offset")
    }
    if hasZone { return TimeForm(kind) }
    if kind == "date-time" { return TimeForm(kind, as: "local") }
    findings.leave(option.nameOffset, "`timezone`: that times have no offset")
    return TimeForm(kind, as: "any-offset")
  }

  // MARK: Zones

  /// Names of UTC.
  private static let utc: Set<String> = [
    "utc", "etc/utc", "z", "gmt", "etc/gmt", "etc/uct", "uct", "zulu", "etc/zulu", "+00:00",
  ]

  private mutating func readZone(
    _ type: LogicalType, _ options: [DocumentMember], into form: inout TimeForm
  ) {
    if options.named("format") != nil, let option = options.named("timezone"),
      let hasZone = findings.boolean(option), hasZone != (form.reader?.pattern?.hasOffset ?? true)
    {
      findings.leave(option.nameOffset, "`timezone`, as `format` says something else")
    }
    guard type != .date, let option = options.named("defaultTimezone"),
      let name = findings.text(option), !Self.utc.contains(name.lowercased())
    else { return }
    guard Instant.offsetMinutes(name) != nil else {
      return findings.leave(
        option.value.offset,
        "the time zone \(Complaint.quoted(name)), whose offset changes; "
          + "values without an offset are taken for UTC")
    }
    if form.mayLackOffset { form.zone = name }
  }

  // MARK: Limits

  /// A limit in the notation of the values: it may also be a date or date-time of ISO 8601.
  private func limit(_ node: DocumentNode, _ form: TimeForm) -> DocumentNode {
    guard let text = node.text, let reader = form.reader, !reader.reads(text) else { return node }
    let instant = ByteView.withUTF8(of: text) { Instant($0, isLocal: true) }
    guard let instant,
      let same = reader.text(nextTo: instant, isLower: true, isExclusive: false),
      same == reader.text(nextTo: instant, isLower: false, isExclusive: false)
    else { return node }
    return .text(same, at: node.offset)
  }
}
