internal import BulkcheckCore
internal import Requirements

extension BatchValidator {
  /// Decodes one record from JSON, such as the body of a request: the value, or all that is wrong.
  ///
  /// ```swift
  /// switch validator.decode(request.body) {
  /// case .success(let user): try await store.insert(user)
  /// case .failure(let failures): respond(422, failures.json)
  /// }
  /// ```
  ///
  /// A record succeeds if `JSONDecoder` decodes it with the same strategies, and the requirement
  /// confirms the value. Parts with a severity other than error are not asked. Otherwise the
  /// failures say what is missing, what has the wrong type, and which parts of the requirement
  /// fail, all at once. Parts that need a value which cannot be decoded are left out.
  ///
  /// Make the validator once, and use it for all requests.
  ///
  /// - Parameter bytes: JSON in UTF-8: `[UInt8]`, `Data`, or the bytes of a buffer.
  public func decode(_ bytes: some Sequence<UInt8>) -> Result<Record, Failures> {
    let owner = ByteView.withBytes(of: bytes) { OwnedBytes($0) }
    return withExtendedLifetime(owner) { decoded(owner) }
  }

  private func decoded(_ owner: OwnedBytes) -> Result<Record, Failures> {
    let text = owner.view.withoutMark
    if let fault = JSONDiagnosis.fault(in: text) { return failed([.malformed(fault)]) }
    let source = JSONSource(text: text, owner: owner)
    let (plan, listing) = (lowered.plan, lowered.listing)
    guard let record = try? FieldSource.json(source).value(Record.self, CodingTrail(), plan) else {
      return failed(listing.reasons(for: source, plan))
    }
    let lacking = listing.lacking(source, plan)
    if lacking.isEmpty, requirement.evaluate(record).isConfirmed { return .success(record) }
    // With the names of the data, and without the parts that are not errors.
    guard let reasons = listing.outline.reasons(of: record, lacking: lacking) else {
      return failed(lacking.isEmpty ? requirement.failures(in: record) : [.missing])
    }
    return reasons.isEmpty ? .success(record) : failed(reasons)
  }

  private func failed(_ reasons: [Reason]) -> Result<Record, Failures> {
    .failure(Failures(reasons: reasons, places: keyPathPlaces))
  }
}

extension ByteView {
  /// The bytes behind a byte-order mark.
  fileprivate var withoutMark: ByteView {
    let hasMark = count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF
    return hasMark ? self[3..<count] : self
  }
}
