package import BulkcheckCore
internal import BulkcheckDocument

/// Paths to the key of the record, `$key` and `$key[n]`: they need a record pointer with a star
/// (docs/reference/paths.md#the-key-of-a-record).
extension ProfileReader {
  mutating func checkRecordKeys() {
    for mention in mentions {
      let steps = mention.path.steps
      guard let (place, star) = Self.recordKey(in: steps) else { continue }
      if place > 0 {
        complain(mention.offset, .recordKeyInside(mention.path))
        continue
      }
      let pointers = recordPointers(of: mention.section)
      let needed = (star ?? 0) + 1
      if pointers.isEmpty {
        unplacedKeys.append((mention.offset, .unplacedKey(mention.path)))
        starsNeeded = max(starsNeeded, needed)
      } else if !pointers.contains(where: { $0.starCount >= needed }) {
        complain(mention.offset, .keyWithoutStar(mention.path, pointers))
      }
    }
  }

  /// The first step to the key of a record.
  private static func recordKey(in steps: [PathStep]) -> (place: Int, star: Int?)? {
    for (place, step) in steps.enumerated() {
      if case .recordKey(let star) = step { return (place, star) }
    }
    return nil
  }

  /// The places of the records that a path is about, as far as the profile says where they are.
  private func recordPointers(of section: SectionIndex?) -> [RecordPointer] {
    if let own = section.flatMap({ ruleSet.sections[$0.value].records }) { return [own] }
    return ruleSet.sectionRecords + [ruleSet.records].compactMap { $0 }
  }
}

/// The paths to keys of records in a profile that does not say where records are: mistakes, unless
/// options say it.
package struct UnplacedKeys: Sendable {
  package let mistakes: ProfileMistakes
  /// The stars that a record pointer must have for them.
  private let starsNeeded: Int

  init(_ mistakes: ProfileMistakes, starsNeeded: Int) {
    self.mistakes = mistakes
    self.starsNeeded = starsNeeded
  }

  /// Throws the mistakes, unless records have all these keys.
  ///
  /// - Parameter records: where options say that the records are.
  package func require(_ records: RecordPointer?) throws(ProfileMistakes) {
    guard records?.starCount ?? 0 < starsNeeded else { return }
    throw mistakes
  }
}

extension Complaint {
  private static let memberNamedKey = quoted(JSONText.quoted(FieldPath.recordKey))

  fileprivate static func recordKeyInside(_ path: FieldPath) -> Complaint {
    Complaint(
      "the path \(quoted(path.description)) cannot occur: `$key` is the key of the record itself",
      expected: "`$key` alone, or \(memberNamedKey) for a member of that name")
  }

  fileprivate static func unplacedKey(_ path: FieldPath) -> Complaint {
    Complaint(
      "\(quoted(path.description)) is the key of a record in its document, but nothing says where "
        + "the records are",
      expected: #""input": {"records": "/data/*"}, or --records; "#
        + "a member of that name is \(memberNamedKey)")
  }

  fileprivate static func keyWithoutStar(
    _ path: FieldPath, _ pointers: [RecordPointer]
  ) -> Complaint {
    let texts = pointers.map { quoted($0.description) }.joined(separator: " and ")
    let most = pointers.map(\.starCount).max() ?? 0
    let number = most == 0 ? "no `*`" : "only \(most) `*`"
    return Complaint(
      "\(quoted(path.description)) is what takes the place of a `*`, but \(texts) "
        + (pointers.count == 1 ? "has " : "have ") + number,
      expected: "a `*` for the records, or \(memberNamedKey) for a member of that name")
  }
}
