import BulkcheckCore
import BulkcheckInput

/// A source that misbehaves at its n-th read, for n = 1, 2, …
final class FaultySource: ByteSource {
  enum Fault {
    case fails(InputError)
    /// Returns at most so many bytes.
    case shortens(to: Int)
    /// Returns at most so many bytes, then reports the end.
    case endsAfter(Int)
  }

  private let base: any ByteSource
  private let faultyRead: Int
  private let fault: Fault
  private var reads = 0
  private var hasEnded = false
  /// False if the source was read to its end before the n-th read.
  private(set) var hasFaulted = false

  init(_ base: any ByteSource, read faultyRead: Int, fault: Fault) {
    self.base = base
    self.faultyRead = faultyRead
    self.fault = fault
  }

  var storedBytesRead: Int { base.storedBytesRead }
  var storedBytes: Int? { base.storedBytes }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    reads += 1
    if hasEnded { return 0 }
    guard reads == faultyRead else { return try base.read(into: room) }
    hasFaulted = true
    switch fault {
    case .fails(let error): throw error
    case .shortens(let count):
      return try base.read(into: room.prefix(count))
    case .endsAfter(let count):
      hasEnded = true
      if count == 0 { return 0 }
      return try base.read(into: room.prefix(count))
    }
  }
}
