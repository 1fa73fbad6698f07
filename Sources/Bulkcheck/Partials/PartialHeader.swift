package import BulkcheckCore
internal import BulkcheckProfile
internal import BulkcheckReport

/// How a run judged: what has to agree for its result to be merged with another one.
struct PartialHeader: PartialCodable, Hashable, Sendable {
  var toolVersion = ""
  var profileSHA256 = ""
  /// The length of the profile, which follows.
  var profileBytes = 0
  /// The files that `references` of the profile named, as they were.
  var referenceFiles: [ReferenceFile] = []
  /// The ids of rules that are not run: off, skipped or not selected.
  var rulesNotRun: [String] = []
  var samplesMaximum = 0
  var recordBytesMaximum = 0
  /// See ``PartialKeys/check(profileSHA256:secret:)``.
  var keyCheck = ""
  /// The time that rules used as now, if any asked for it.
  var now: String?

  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&toolVersion)
    try coder.code(&profileSHA256)
    try coder.code(&profileBytes)
    try coder.code(&referenceFiles)
    try coder.code(&rulesNotRun)
    try coder.code(&samplesMaximum)
    try coder.code(&recordBytesMaximum)
    try coder.code(&keyCheck)
    try coder.code(&now)
    try coder.check(now.map { ByteView.withUTF8(of: $0) { Instant(dateTime: $0) != nil } } ?? true)
  }

  /// Stands in for the reference files when the profile is read to merge: nothing is looked up in
  /// them any more, and they need not be there.
  func loadReference(_ request: ReferenceRequest) throws(ReferenceLoadingError) -> LoadedReference {
    let known = referenceFiles.first { $0.file == request.file && $0.column == request.column }
    guard let known else { throw ReferenceLoadingError(path: request.file, cause: .noRecords) }
    switch request.purpose {
    case .values:
      return LoadedReference(values: ValueSetBuilder().finish(), sha256: known.sha256)
    case .combinations: return LoadedReference(.combinations(.none), sha256: known.sha256)
    case .number:
      // Anybody can have written the bytes: what is not a number counts as none.
      guard let number = known.number, OwnedDecimal(number) != nil else {
        throw ReferenceLoadingError(path: request.file, cause: .noNumber)
      }
      return LoadedReference(.number(number), sha256: known.sha256)
    }
  }
}

extension ReferenceFile: PartialCodable {
  package mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&file)
    try coder.code(&column)
    try coder.code(&sha256)
    try coder.code(&count)
    try coder.code(&number)
  }
}

extension RuleSet {
  /// The ids of rules that are not run, built-in ones included.
  var rulesNotRun: [String] {
    rules.filter { !$0.isRun }.map(\.id) + tableRules.filter { !$0.isRun }.map(\.id)
      + builtInRules.filter { !settings(of: $0).isRun }.map(\.id)
  }

  /// Returns the rule set with exactly these rules not run.
  func running(allBut ids: [String]) -> RuleSet {
    let ids = Set(ids.map { Array($0.utf8) })
    var result = self
    for index in rules.indices {
      result.rules[index].isRun = !ids.contains(Array(rules[index].id.utf8))
    }
    for index in tableRules.indices {
      result.tableRules[index].isRun = !ids.contains(Array(tableRules[index].id.utf8))
    }
    for rule in builtInRules {
      var settings = settings(of: rule)
      settings.isRun = !ids.contains(Array(rule.id.utf8))
      result.builtIns[rule] = settings
    }
    return result
  }
}

/// A partial result as a file.
///
///     magic    8 bytes   89 42 43 50 0D 0A 1A 0A   (as PNG: a transfer as text damages it visibly)
///     version  2 bytes   low byte first
///     blocks   until the end of the file, the last one of the kind E:
///       kind       1 byte
///       length     4 bytes, low byte first: of the content, at most 64 MiB
///       content
///       checksum   4 bytes, low byte first: CRC-32 of the whole file up to here
///
/// The blocks in their order: H (header), P (the profile, in parts), then for each input I (it
/// begins; absent if it could not be opened), K, V and W (keys, values and failing records of its
/// chunks), e (it has ended), then T, S, F, M and C (sums, samples, tables of values, measured
/// figures, what failures come with), E. D, the different values that table rules count, stands
/// where V does. A merge also writes V and D between inputs: what each of its parts had beyond the
/// merged tables. What is in them: ``PartialCoder`` and those who use it. Each block can be read
/// by itself, so that a file is read from front to end in the memory that one block needs.
enum PartialFormat {
  static let magic: [UInt8] = [0x89, 0x42, 0x43, 0x50, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt16 = 10
  static let blockBytesMaximum = 64 << 20
  static let profileBytesMaximum = 1 << 30
  /// The length of a part of the profile.
  static let partBytes = 1 << 20
}

/// Whether a partial result can be added to a first one: both runs judged by the same rules in the
/// same way.
struct PartialAgreement {
  let first: PartialContents
  /// Kept by the merge.
  let samplesMaximum: Int

  /// Throws what is different, with the names of both.
  func check(_ other: PartialContents) throws(PartialError) {
    let (one, two) = (first.header, other.header)
    for (name, version) in [(first.name, one.toolVersion), (other.name, two.toolVersion)]
    where version != bulkcheckVersion {
      throw PartialError(
        .otherVersion,
        "\(name) was written by bulkcheck \(version), but this is \(bulkcheckVersion): versions "
          + "may give different results; merge with the one that wrote it, or run it again")
    }
    guard one.profileSHA256 == two.profileSHA256 else {
      throw refusal(
        other,
        "are results of different profiles: SHA-256 \(one.profileSHA256) and "
          + "\(two.profileSHA256); run both with the same one")
    }
    for (file, otherFile) in zip(one.referenceFiles, two.referenceFiles) where file != otherFile {
      throw refusal(
        other,
        "looked values up in different versions of \(file.file): SHA-256 \(file.sha256) and "
          + "\(otherFile.sha256); run both with the same one")
    }
    if let difference = differentRules(other) { throw refusal(other, difference) }
    guard one.recordBytesMaximum == two.recordBytesMaximum else {
      throw refusal(
        other,
        "have different limits for the length of a record: \(one.recordBytesMaximum) and "
          + "\(two.recordBytesMaximum) bytes; give both the same --max-record-bytes")
    }
    guard one.keyCheck == two.keyCheck else {
      throw refusal(
        other,
        "were written with different secrets, so their keys differ; "
          + "give both the same BULKCHECK_PARTIAL_SECRET")
    }
    guard Self.areSame(one.now, two.now) else {
      throw refusal(
        other,
        "used different times as now: \(one.now ?? "none") and \(two.now ?? "none"); give both "
          + "the same --now")
    }
    guard two.samplesMaximum >= samplesMaximum, one.samplesMaximum >= samplesMaximum else {
      let few = one.samplesMaximum < samplesMaximum ? first : other
      throw PartialError(
        .different,
        "\(few.name) keeps \(few.header.samplesMaximum) failing examples of each rule, but "
          + "\(samplesMaximum) are wanted: merge with --samples \(few.header.samplesMaximum), or "
          + "run it again with --samples \(samplesMaximum)")
    }
  }

  /// Whether two clocks show the same, however their offsets are written.
  private static func areSame(_ one: String?, _ two: String?) -> Bool {
    guard one != two, let one, let two else { return one == two }
    return ByteView.withUTF8(of: one) { first in
      ByteView.withUTF8(of: two) { second in
        guard let first = Instant(dateTime: first), let second = Instant(dateTime: second) else {
          return false
        }
        return first == second
      }
    }
  }

  private func refusal(_ other: PartialContents, _ reason: String) -> PartialError {
    PartialError(.different, "\(first.name) and \(other.name) \(reason)")
  }

  private func differentRules(_ other: PartialContents) -> String? {
    let one = first.header.rulesNotRun.map { Array($0.utf8) }
    let two = other.header.rulesNotRun.map { Array($0.utf8) }
    if one == two { return nil }
    let onlyOne = Set(one).subtracting(two)
    let onlyTwo = Set(two).subtracting(one)
    let lists = [(first.name, onlyOne), (other.name, onlyTwo)]
      .filter { !$0.1.isEmpty }
      .map { name, ids in
        let shown = ids.map { String(decoding: $0, as: UTF8.self) }.sorted().prefix(3)
        let more = ids.count > 3 ? " and \(ids.count - 3) more" : ""
        return "only \(name) leaves out \(shown.joined(separator: ", "))\(more)"
      }
    return
      "did not run the same rules: \(lists.joined(separator: ", ")); give both the same --only "
      + "and --skip"
  }
}
