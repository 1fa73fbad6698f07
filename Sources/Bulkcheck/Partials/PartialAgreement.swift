internal import BulkcheckCore
internal import BulkcheckReport

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
