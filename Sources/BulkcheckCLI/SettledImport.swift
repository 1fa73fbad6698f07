internal import Bulkcheck
internal import BulkcheckContracts
internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile
internal import BulkcheckReport

/// A profile from the checks of another tool that has no mistakes.
///
/// A check may say what a profile must not, such as a range whose ends are swapped. The reader of
/// profiles finds that, and then the check is left over with its sentence.
struct SettledImport {
  private(set) var profile: ImportedProfile
  /// The profile as JSON with comments.
  private(set) var text: String
  private let source: SourceText

  /// Each round leaves at least one check over.
  private static let roundsMaximum = 100

  /// - Parameter folder: that of the profile, from which it names other files.
  init(_ profile: ImportedProfile, source: SourceText, folder: String, origin: String) {
    self.profile = profile
    self.source = source
    text = ""
    for _ in 0..<Self.roundsMaximum {
      let draft = ImportedText(self.profile, source: source, origin: origin)
      text = draft.text
      let refused = Self.refused(draft, folder)
      if refused.isEmpty { return }
      if let other = Self.withoutPresumptions(self.profile, refused, source, folder) {
        self.profile = other
      } else {
        for (check, sentence) in refused { self.profile.refuse(check, sentence) }
      }
    }
  }

  /// The profile without the checks that take a column for a date only because of their bounds;
  /// nil if as many of the others are refused without them.
  private static func withoutPresumptions(
    _ profile: ImportedProfile, _ refused: [(Int, String)], _ source: SourceText, _ folder: String
  ) -> ImportedProfile? {
    let all = Set(refused.map { $0.0 })
    let presumptions = Set(profile.presumptions(behind: all))
    guard !presumptions.isEmpty, !all.isSubset(of: presumptions) else { return nil }
    var other = profile
    for (check, sentence) in refused where presumptions.contains(check) {
      other.refuse(check, sentence)
    }
    for check in presumptions {
      other.refuse(check, "bounds that are dates, where other checks expect no date")
    }
    let draft = ImportedText(other, source: source, origin: "")
    let left = Set(Self.refused(draft, folder).map { $0.0 })
    return all.subtracting(presumptions).isSubset(of: left) ? nil : other
  }

  /// The checks whose rules are mistakes, each with the reader's sentence.
  private static func refused(_ draft: ImportedText, _ folder: String) -> [(Int, String)] {
    do throws(ProfileMistakes) {
      _ = try ParsedProfile.read(
        Array(draft.text.utf8), fileName: "profile.json", language: .json,
        loadReference: ReferenceLoader(folder: folder).load)
      return []
    } catch {
      return error.mistakes.flatMap { mistake in
        draft.owners(ofLine: mistake.line).map { ($0, mistake.sentence) }
      }
    }
  }

  // MARK: Notes

  /// Notes what is left over on standard error, and how much was carried over.
  func writeNotes(fileName: String) {
    let notes = DocumentMistakes(
      fileName: fileName, source: source,
      complaints: profile.leftovers.map { ($0.offset, Complaint("not enforced: " + $0.sentence)) })
    for note in notes.mistakes { Diagnostics.writePlain(notes.text(of: note, level: "note")) }
    var counts: [ImportedCheck.Extent: Int] = [:]
    for check in profile.checks { counts[check.extent, default: 0] += 1 }
    Diagnostics.write(
      (profile.name.map { $0 + ": " } ?? "") + Figures.counted(profile.checks.count, "check")
        + ": \(counts[.exact] ?? 0) enforced, \(counts[.partly] ?? 0) in part, "
        + "\(counts[.notEnforced] ?? 0) not")
  }
}
