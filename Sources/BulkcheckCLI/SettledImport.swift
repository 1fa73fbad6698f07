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
      for (check, sentence) in refused { self.profile.refuse(check, sentence) }
    }
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
