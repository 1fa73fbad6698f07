internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckReport
internal import Dispatch
internal import Synchronization

/// The records of a sequence as the bytes of a JSONL input.
final class RecordSource<Records: IteratorProtocol>: ByteSource
where Records.Element: StringProtocol {
  private var records: Records
  /// The bytes taken from the sequence; read up to `position`.
  private var taken: [UInt8] = []
  private var position = 0
  private(set) var storedBytesRead = 0

  /// The size of a block that is taken at a time. The calls to the sequence then cost more than
  /// those to this type.
  private static var blockBytes: Int { 64 << 10 }

  init(_ records: Records) { self.records = records }

  var storedBytes: Int? { nil }

  func read(into room: ByteRoom) throws(InputError) -> Int {
    if position == taken.count { take() }
    let count = room.copy(taken, from: position)
    position += count
    storedBytesRead += count
    return count
  }

  private func take() {
    taken.removeAll(keepingCapacity: true)
    position = 0
    while taken.count < Self.blockBytes, let record = records.next() {
      taken.append(contentsOf: record.utf8)
      taken.append(UInt8(ascii: "\n"))
    }
  }
}

/// Reading an input as a whole, for what is small: profiles.
enum InputBytes {
  /// All decompressed bytes.
  static func all(of location: InputLocation) throws(InputError) -> [UInt8] {
    try all(of: OpenedInput(location).source)
  }

  static func all(of source: any ByteSource) throws(InputError) -> [UInt8] {
    var bytes: [UInt8] = []
    try source.readAll { bytes.append($0) }
    return bytes
  }
}

/// The runs that validators make of a check.
extension Check {
  func validate(
    _ inputs: [ProfileValidator.Input], observer: (any RecordObserver)? = nil,
    shouldStop: @Sendable () -> Bool, progress: (ProfileValidator.Progress) -> Void
  ) -> Report {
    let locations = InputSelection(inputs.map(\.location)).locations
    return report(
      run(locations, observer: observer, shouldStop: shouldStop) { state in
        progress(ProfileValidator.Progress(state))
      })
  }

  /// Not on the cooperative pool: a run blocks its thread until the end.
  func validate(
    _ inputs: [ProfileValidator.Input],
    progress: @escaping @Sendable (ProfileValidator.Progress) -> Void
  ) async -> Report {
    let flag = StopFlag()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            returning: validate(inputs, shouldStop: { flag.isSet }, progress: progress))
        }
      }
    } onCancel: {
      flag.set()
    }
  }

  func validate<Records: Sequence & SendableMetatype>(
    records: Records, name: String
  ) -> Report
  where Records.Element: StringProtocol & SendableMetatype, Records.Iterator: SendableMetatype {
    // The run reads with one thread at a time, while the caller, who alone has the sequence
    // besides, waits.
    let lent = LentValue(records)
    let location = InputLocation.source(name: name) { RecordSource(lent.value.makeIterator()) }
    let check = with {
      $0.reading.format = .jsonl
      $0.reading.encoding = .named(.utf8)
    }
    return report(check.run([location]))
  }
}

/// Set once, read from other threads.
private final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
