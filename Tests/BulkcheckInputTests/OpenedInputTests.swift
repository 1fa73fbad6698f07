import BulkcheckCore
import BulkcheckInput
import Foundation
import Testing

@Suite("Opening inputs")
struct OpenedInputTests {
  private func opened(_ bytes: [UInt8], name: String = "t") throws -> OpenedInput {
    try OpenedInput(.bytes(bytes, name: name))
  }

  @Test(
    "plain bytes come through as they are",
    arguments: [[], [0x1f], [0x1f, 0x8a], [0x8b, 0x1f], text("{}\n"), sampleText(bytes: 200_000)])
  func plain(bytes: [UInt8]) throws {
    let input = try opened(bytes)
    #expect(input.compression == .none)
    #expect(input.storedBytes == bytes.count)
    let peeked = input.peek()
    #expect((0..<peeked.count).map { peeked[$0] } == Array(bytes.prefix(65_536)))
    #expect(readAll(input.source) == ReadResult(bytes: bytes))
    #expect(input.storedBytesRead == bytes.count)
  }

  @Test("gzip is known by its magic bytes, whatever the name", arguments: [0, 1, 100, 200_000])
  func gzip(bytes: Int) throws {
    let data = sampleText(bytes: bytes)
    let stored = GzipBuilder().member(data)
    let input = try opened(stored, name: "t.csv")
    #expect(input.compression == .gzip)
    #expect(input.name == "t.csv")
    let peeked = input.peek()
    #expect((0..<peeked.count).map { peeked[$0] } == Array(data.prefix(65_536)))
    #expect(readAll(input.source, size: 1000) == ReadResult(bytes: data))
    #expect(input.storedBytesRead == stored.count)
    #expect(input.storedBytes == stored.count)
  }

  @Test("a fault met while peeking is thrown after the bytes before it")
  func faultWhilePeeking() throws {
    let data = sampleText(bytes: 1000)
    let input = try opened(GzipBuilder(checksumChange: 1).member(data))
    #expect(input.peek().count == 1000)
    let result = readAll(input.source)
    #expect(result.bytes == data)
    #expect(result.error != nil)
  }

  @Test("a growing peek keeps what an earlier one read")
  func growingPeek() throws {
    let data = sampleText(bytes: 1000)
    let source = PeekableSource(MemorySource(data))
    for count in [0, 1, 2, 500, 3, 1000, 2000] {
      let view = source.peek(count)
      #expect(view.count >= min(count, 1000))
      #expect((0..<view.count).map { view[$0] } == Array(data.prefix(view.count)))
    }
    #expect(readAll(source, size: 7) == ReadResult(bytes: data))
  }

  @Test("a file is read, and its size known")
  func file() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let data = sampleText(bytes: 100_000)
    try Data(GzipBuilder().member(data)).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let input = try OpenedInput(.file(url.path))
    #expect(input.compression == .gzip)
    #expect(input.detectFormat() == .jsonl)
    #expect(readAll(input.source) == ReadResult(bytes: data))
    #expect(input.storedBytesRead == input.storedBytes)
  }

  @Test("what cannot be opened says why")
  func cannotOpen() {
    let folder = FileManager.default.temporaryDirectory.path
    let cases: [(path: String, cause: InputError.Cause)] = [
      (folder, .isDirectory),
      (folder + "/no such file", .cannotOpen(errorNumber: ENOENT)),
      ("", .cannotOpen(errorNumber: ENOENT)),
      (folder + "\0", .cannotOpen(errorNumber: EINVAL)),
    ]
    for (path, cause) in cases {
      #expect(throws: InputError(path: path, cause: cause)) { try OpenedInput(.file(path)) }
    }
  }

  @Test("a pipe is read piece by piece, its size unknown", arguments: InflateEngine.available)
  func pipe(engine: InflateEngine) throws {
    let data = sampleText(bytes: 300_000)
    let stored = GzipBuilder().member(data)
    let pipe = Pipe()
    let writer = Thread {
      for start in stride(from: 0, to: stored.count, by: 999) {
        pipe.fileHandleForWriting.write(Data(stored[start..<min(start + 999, stored.count)]))
      }
      try? pipe.fileHandleForWriting.close()
    }
    writer.start()
    let source = try FileSource(
      lentDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "-")
    let input = try OpenedInput(source, name: "-", engine: engine)
    #expect(input.storedBytes == nil)
    #expect(input.compression == .gzip)
    #expect(readAll(input.source) == ReadResult(bytes: data))
  }

  @Test("an empty pipe is an empty input")
  func emptyPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.close()
    let source = try FileSource(
      lentDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "-")
    let input = try OpenedInput(source, name: "-")
    #expect(input.compression == .none)
    #expect(input.peek().isEmpty)
    #expect(readAll(input.source) == ReadResult(bytes: []))
  }

  @Test("a closed descriptor says that it cannot be opened")
  func closedDescriptor() {
    #expect(throws: InputError(path: "-", cause: .cannotOpen(errorNumber: EBADF))) {
      try FileSource(lentDescriptor: -1, name: "-")
    }
  }

  @Test("a FIFO is read like a file")
  func fifo() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    #expect(mkfifo(path, 0o600) == 0)
    defer { unlink(path) }
    let data = sampleText(bytes: 200_000)
    let writer = Thread {
      let handle = FileHandle(forWritingAtPath: path)
      handle?.write(Data(data))
      try? handle?.close()
    }
    writer.start()
    let input = try OpenedInput(.file(path))
    #expect(input.storedBytes == nil)
    #expect(readAll(input.source) == ReadResult(bytes: data))
  }
}
