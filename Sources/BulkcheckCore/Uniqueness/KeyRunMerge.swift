/// Makes one sorted run of several, each read and written once, from its start to its end. Of a key
/// that is in several of them, the one of the last run is kept.
struct KeyRunMerge: ~Copyable {
  /// How far one of the runs has been read.
  private struct Reader {
    let run: KeyRun
    let buffer: Storage<SeenKey>
    /// Keys read from the file.
    var read = 0
    var filled = 0
    var next = 0
  }

  private var readers: [Reader]
  private let output: Storage<SeenKey>

  private static let bufferKeysMaximum = 1 << 16

  /// - Parameter bytesMaximum: what all buffers together may take.
  private init(_ runs: [KeyRun], bytesMaximum: Int) {
    let share = bytesMaximum / ((runs.count + 1) * MemoryLayout<SeenKey>.stride)
    let keys = min(max(share, KeyRun.blockKeysMinimum), KeyRunMerge.bufferKeysMaximum)
    readers = runs.map { Reader(run: $0, buffer: Storage(uninitialized: keys)) }
    output = Storage(uninitialized: keys)
  }

  deinit {
    for reader in readers { reader.buffer.deallocate() }
    output.deallocate()
  }

  static func merge(
    _ runs: [KeyRun], in folder: String, bytesMaximum: Int, blocksMaximum: Int
  ) throws(TemporaryFileError) -> KeyRun {
    let count = runs.reduce(0) { $0 + $1.count }
    let result = try KeyRun(in: folder, countExpected: count, blocksMaximum: blocksMaximum)
    var merge = KeyRunMerge(runs, bytesMaximum: bytesMaximum)
    try merge.write(to: result)
    return result
  }

  private mutating func write(to result: KeyRun) throws(TemporaryFileError) {
    for number in readers.indices { try fill(number) }
    readers.removeAll { reader in
      if reader.filled == 0 { reader.buffer.deallocate() }
      return reader.filled == 0
    }
    var written = 0
    while !readers.isEmpty {
      // Few enough for a search from one end to the other.
      var lowest = 0
      for number in 1..<max(1, readers.count) where front(number).order < front(lowest).order {
        lowest = number
      }
      let key = front(lowest)
      if written > 0, output[written - 1].isSame(as: key) {
        output[written - 1] = key
      } else {
        if written == output.capacity {
          // The last one may still be replaced.
          try result.append(output, count: written - 1)
          output[0] = output[written - 1]
          written = 1
        }
        output[written] = key
        written += 1
      }
      readers[lowest].next += 1
      if readers[lowest].next == readers[lowest].filled {
        try fill(lowest)
        if readers[lowest].filled == 0 { readers.remove(at: lowest).buffer.deallocate() }
      }
    }
    try result.append(output, count: written)
  }

  @inline(__always)
  private func front(_ number: Int) -> SeenKey { readers[number].buffer[readers[number].next] }

  private mutating func fill(_ number: Int) throws(TemporaryFileError) {
    let reader = readers[number]
    readers[number].filled = try reader.run.read(reader.buffer, at: reader.read)
    readers[number].read += readers[number].filled
    readers[number].next = 0
  }
}
