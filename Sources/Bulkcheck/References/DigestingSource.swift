internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckProfile

/// A source whose stored bytes are digested on their way.
final class DigestingSource: ByteSource, Sendable {
  private final class State {
    let source: FileSource
    var digest = SHA256()

    init(_ source: FileSource) { self.source = source }
  }

  // Read by one thread at a time, with barriers between them, as every source is.
  private let state: LentValue<State>

  init(_ source: FileSource) { state = LentValue(State(source)) }

  /// Of the bytes read so far, in hexadecimal digits.
  var sha256: String { state.value.digest.hexadecimal() }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    let count = try state.value.source.read(into: room)
    state.value.digest.update(room.written(count))
    return count
  }

  var storedBytesRead: Int { state.value.source.storedBytesRead }
  var storedBytes: Int? { state.value.source.storedBytes }
}
