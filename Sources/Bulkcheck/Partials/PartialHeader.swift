internal import BulkcheckCore
internal import BulkcheckProfile

/// How a run judged: what has to agree for its result to be merged with another one.
struct PartialHeader: Hashable, Sendable {
  var toolVersion: String
  var profileSHA256: String
  /// Of the profile, which follows.
  var profileBytes: Int
  /// The files that `references` of the profile named, as they were.
  var referenceFiles: [ReferenceFile]
  /// The ids of rules that are not run: off, skipped or not selected.
  var rulesNotRun: [String]
  var samplesMaximum: Int
  var recordBytesMaximum: Int
  /// See ``PartialKeys/check(profileSHA256:secret:)``.
  var keyCheck: String
  /// What rules took for now, if any asked for it.
  var now: String?

  func encoded() -> [UInt8] {
    var encoder = PartialEncoder()
    encoder.add(toolVersion)
    encoder.add(profileSHA256)
    encoder.add(profileBytes)
    encoder.add(referenceFiles.count)
    for reference in referenceFiles {
      encoder.add(reference.file)
      encoder.add(reference.column)
      encoder.add(reference.sha256)
      encoder.add(reference.count)
      encoder.add(reference.number)
    }
    encoder.add(rulesNotRun)
    encoder.add(samplesMaximum)
    encoder.add(recordBytesMaximum)
    encoder.add(keyCheck)
    encoder.add(now)
    return encoder.take()
  }
}

extension PartialHeader {
  init(_ bytes: [UInt8]) throws(PartialDamage) {
    var decoder = PartialDecoder(bytes)
    toolVersion = try decoder.text()
    profileSHA256 = try decoder.text()
    profileBytes = try decoder.number()
    referenceFiles = []
    for _ in 0..<(try decoder.count()) {
      var reference = ReferenceFile(
        file: try decoder.text(), column: try decoder.text(), sha256: try decoder.text(),
        count: try decoder.number())
      reference.number = try decoder.optionalText()
      referenceFiles.append(reference)
    }
    rulesNotRun = try decoder.texts()
    samplesMaximum = try decoder.number()
    recordBytesMaximum = try decoder.number()
    keyCheck = try decoder.text()
    now = try decoder.optionalText()
    let isInstant = now.map { ByteView.withUTF8(of: $0) { Instant(dateTime: $0) != nil } }
    guard isInstant ?? true else { throw PartialDamage() }
    guard decoder.isAtEnd else { throw PartialDamage() }
  }
}

extension PartialHeader {
  /// Stands in for the reference files when the profile is read to merge: nothing is looked up in
  /// them any more, and they need not be there.
  func loadReference(_ request: ReferenceRequest) throws(ReferenceFault) -> LoadedReference {
    let known = referenceFiles.first { $0.file == request.file && $0.column == request.column }
    guard let known else { throw ReferenceFault(path: request.file, cause: .noRecords) }
    switch request.purpose {
    case .values:
      return LoadedReference(values: ValueSetBuilder().finish(), sha256: known.sha256)
    case .combinations: return LoadedReference(.combinations(.none), sha256: known.sha256)
    case .number:
      // Anybody can have written the bytes: what is not a number counts as none.
      guard let number = known.number, OwnedDecimal(number) != nil else {
        throw ReferenceFault(path: request.file, cause: .noNumber)
      }
      return LoadedReference(.number(number), sha256: known.sha256)
    }
  }
}

extension RuleSet {
  /// The ids of rules that are not run, built-in ones included.
  var rulesNotRun: [String] {
    rules.filter { !$0.isRun }.map(\.id) + tableRules.filter { !$0.isRun }.map(\.id)
      + BuiltInRule.allCases.filter { !settings(of: $0).isRun }.map(\.id)
  }

  /// The same rules, with exactly these not run.
  func running(allBut ids: [String]) -> RuleSet {
    let ids = Set(ids.map { Array($0.utf8) })
    var result = self
    for index in rules.indices {
      result.rules[index].isRun = !ids.contains(Array(rules[index].id.utf8))
    }
    for index in tableRules.indices {
      result.tableRules[index].isRun = !ids.contains(Array(tableRules[index].id.utf8))
    }
    for rule in BuiltInRule.allCases {
      var settings = settings(of: rule)
      settings.isRun = !ids.contains(Array(rule.id.utf8))
      result.builtIns[rule] = settings
    }
    return result
  }
}
