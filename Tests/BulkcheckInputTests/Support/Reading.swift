import BulkcheckCore
import BulkcheckInput
import Testing

/// Everything that a source delivered, and the error that ended it.
struct ReadResult: Equatable {
  var bytes: [UInt8]
  var error: InputError?
}

/// Reads to the end in pieces of the given size; reads once more to see that the end stays.
func readAll(_ source: any ByteSource, size: Int = 4096) -> ReadResult {
  var result = ReadResult(bytes: [])
  var piece = [UInt8](repeating: 0, count: size)
  do throws(InputError) {
    while true {
      let count = try read(source, into: &piece)
      if count == 0 { break }
      result.bytes += piece[..<count]
    }
    #expect(try read(source, into: &piece) == 0)
  } catch {
    result.error = error
    #expect(throws: error) { try read(source, into: &piece) }
  }
  return result
}

private func read(_ source: any ByteSource, into piece: inout [UInt8]) throws(InputError) -> Int {
  var error: InputError?
  // 64 bytes behind the buffer show whether anything is written beyond its end.
  let size = piece.count
  piece += [UInt8](repeating: 0xa5, count: 64)
  defer {
    // No #expect: it would dominate the time of reads of one byte.
    if piece[size...].contains(where: { $0 != 0xa5 }) { Issue.record("written beyond the buffer") }
    piece.removeLast(64)
  }
  let count = piece.withUnsafeMutableBufferPointer { buffer in
    do throws(InputError) {
      return try source.read(into: ByteRoom(start: buffer.baseAddress!, count: size))
    } catch let failure {
      error = failure
      return 0
    }
  }
  if let error { throw error }
  return count
}

func inflate(
  _ stored: [UInt8], engine: InflateEngine, size: Int = 4096,
  blockBytes: Int = CompressedInput.blockBytesDefault
) throws -> ReadResult {
  let source = try GzipSource(
    MemorySource(stored), name: "t.gz", engine: engine, blockBytes: blockBytes)
  return readAll(source, size: size)
}

func text(_ string: String) -> [UInt8] { Array(string.utf8) }

/// Text that deflate shortens, but not to nothing; the same at every call.
func sampleText(bytes: Int) -> [UInt8] {
  var state: UInt64 = 42
  var result: [UInt8] = []
  while result.count < bytes {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    result += text(#"{"id":\#(state >> 40),"city":"Oslo"}"# + "\n")
  }
  return Array(result.prefix(bytes))
}
