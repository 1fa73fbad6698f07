import BulkcheckCore
import Foundation

/// A page of memory with one behind it that must not be read: a text put at its end shows every
/// load that goes too far.
final class PageEnd {
  private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))
  private let pages: UnsafeMutableRawPointer

  init?() {
    let pages = mmap(
      nil, 2 * PageEnd.pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED,
      mprotect(pages + PageEnd.pageBytes, PageEnd.pageBytes, PROT_NONE) == 0
    else { return nil }
    self.pages = pages
  }

  deinit { munmap(pages, 2 * PageEnd.pageBytes) }

  /// The bytes, so that `gap` bytes are left to the page's end.
  func view(of bytes: some Collection<UInt8>, gap: Int = 0) -> ByteView {
    precondition(bytes.count + gap <= PageEnd.pageBytes)
    let start = (pages + PageEnd.pageBytes - bytes.count - gap).assumingMemoryBound(to: UInt8.self)
    for (index, byte) in bytes.enumerated() { start[index] = byte }
    return ByteView(start: start, count: bytes.count)
  }
}
