import Foundation

/// How much random testing is done: `BULKCHECK_TEST_SCALE` multiplies the number of cases, and
/// `BULKCHECK_TEST_SEED` runs a single one.
package enum RandomRun {
  package static let scale =
    Int(ProcessInfo.processInfo.environment["BULKCHECK_TEST_SCALE"] ?? "") ?? 1
  private static let seed = Int(ProcessInfo.processInfo.environment["BULKCHECK_TEST_SEED"] ?? "")

  /// Whether a single case is run: counts over many say nothing then.
  package static var hasOneSeed: Bool { seed != nil }

  package static func seeds(_ count: Int) -> [Int] {
    if let seed { return [seed] }
    return Array(1...count * scale)
  }
}
