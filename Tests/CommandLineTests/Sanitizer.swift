import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// The test measures memory, of which sanitizers take much themselves: `.ci/sanitize` says so.
  static var measuresMemory: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["BULKCHECK_SANITIZER"] != nil,
      "a sanitizer takes memory of its own")
  }

  /// The test limits the size of files: the thread sanitizer keeps its own memory in one, and dies.
  static var limitsFileSize: Self {
    .disabled(
      if: ProcessInfo.processInfo.environment["BULKCHECK_SANITIZER"] == "thread",
      "the thread sanitizer needs files without a limit")
  }
}
