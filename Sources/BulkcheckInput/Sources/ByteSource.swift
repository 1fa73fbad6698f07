/// A stream of bytes that is read once, from front to end, by one thread at a time.
package protocol ByteSource: AnyObject {
  /// Fills the buffer from its start and returns how many bytes were written; 0 means the end.
  ///
  /// May write fewer bytes than fit. `buffer` must not be empty. Whatever was read before a fault
  /// is returned first; the call after it throws, and so does every later one.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int

  /// How many stored (compressed) bytes were taken so far.
  var storedBytesRead: Int { get }

  /// The stored (compressed) size; nil where it cannot be known beforehand.
  var storedBytes: Int? { get }

  /// Where the next bytes come from, if they are gzip members that can be inflated elsewhere.
  var members: GzipSource? { get }
}

extension ByteSource {
  package var members: GzipSource? { nil }
}
