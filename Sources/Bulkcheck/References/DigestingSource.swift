internal import BulkcheckInput
internal import BulkcheckProfile

/// A source whose stored bytes are digested on their way.
///
/// `@unchecked Sendable`: read by one thread at a time, with barriers between them, as every source is.
final class DigestingSource: ByteSource, @unchecked Sendable {
  private let source: FileSource
  private var digest = SHA256()

  init(_ source: FileSource) { self.source = source }

  /// Of the bytes read so far, in hexadecimal digits.
  var sha256: String { digest.hexadecimal() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
    let count = try unsafe source.read(into: buffer)
    // SAFETY: so many bytes have just been written.
    unsafe digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return count
  }

  var storedBytesRead: Int { source.storedBytesRead }
  var storedBytes: Int? { source.storedBytes }
}
