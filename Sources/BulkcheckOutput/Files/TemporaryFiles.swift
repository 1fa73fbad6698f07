internal import BulkcheckCore
internal import CLibrary
internal import Synchronization

/// The temporary files that are there now, so that a signal handler can remove them before the
/// process ends.
///
/// The names lie as C strings in a fixed table, because a handler must neither allocate nor lock.
/// Beyond its size, files are not noted: they would only stay behind after a second interruption.
package enum TemporaryFiles {
  private typealias Name = UnsafeMutablePointer<CChar>
  private typealias Slot = Atomic<Name?>

  /// More than a command opens at once.
  private static let size = 32

  // SAFETY: allocated once and never freed; its slots are only used atomically.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: size)
    for index in 0..<size { unsafe (slots + index).initialize(to: Slot(nil)) }
    return unsafe slots
  }()

  /// Makes the table. To be called before a handler that calls ``removeAll()`` is set.
  package static func prepare() { _ = unsafe slots }

  static func add(_ path: String) {
    // SAFETY: strdup copies the string, whose memory then is ours.
    guard let name = unsafe strdup(PathText.name(path)) else { return }
    for index in 0..<size {
      let (isNoted, _) = unsafe slots[index].compareExchange(
        expected: nil, desired: name, ordering: .acquiringAndReleasing)
      if isNoted { return }
    }
    unsafe free(name)
  }

  static func forget(_ path: String) {
    let path = PathText.name(path)
    for index in 0..<size {
      guard let name = unsafe slots[index].load(ordering: .acquiring),
        unsafe strcmp(name, path) == 0
      else { continue }
      // Not freed: a handler on another thread may be about to use it. Names are short and few.
      unsafe slots[index].store(nil, ordering: .releasing)
    }
  }

  /// Removes the files. Safe inside a signal handler.
  package static func removeAll() {
    for index in 0..<size {
      if let name = unsafe slots[index].load(ordering: .acquiring) { unsafe unlink(name) }
    }
  }
}
