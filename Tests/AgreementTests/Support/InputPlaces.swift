import BulkcheckInput
import Foundation

/// Bytes in memory, in a file and behind a pipe.
final class InputPlaces {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("agreement-\(UUID().uuidString)")
  private let bytes: [UInt8]
  private var pipeCount = 0

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: folder.appendingPathComponent("file"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var memory: InputLocation { .bytes(bytes, name: "memory") }
  var file: InputLocation { .file(folder.appendingPathComponent("file").path) }

  /// A new named pipe, written in pieces by a thread of its own.
  func pipe() -> InputLocation {
    pipeCount += 1
    let path = folder.appendingPathComponent("pipe\(pipeCount)").path
    mkfifo(path, 0o600)
    let bytes = bytes
    Thread.detachNewThread {
      let descriptor = open(path, O_WRONLY)
      var position = 0
      while position < bytes.count {
        let end = min(bytes.count, position + 3001)
        let written = bytes[position..<end].withUnsafeBytes {
          write(descriptor, $0.baseAddress, $0.count)
        }
        if written <= 0 { break }
        position += written
      }
      close(descriptor)
    }
    return .file(path)
  }
}
