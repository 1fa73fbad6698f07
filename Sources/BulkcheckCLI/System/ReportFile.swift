#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A report's file: written under a temporary name beside its place, renamed when it is whole.
///
/// A device or a pipe is written directly. What is not finished is removed again.
final class ReportFile {
  private let path: String
  private let target: String
  private let temporary: String?
  private var descriptor: Int32

  /// Throws an ending with code 2 if the file cannot be created.
  init(path: String) throws {
    self.path = path
    if FileIdentity.isSpecial(path) {
      target = path
      temporary = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      target = FileIdentity.resolved(path)
      let name = ReportFile.temporaryName(beside: target)
      temporary = name
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw ReportFile.failure(path, .latest) }
    // A file that is replaced keeps its permissions.
    if temporary != nil, let mode = FileIdentity.permissions(of: target) {
      fchmod(descriptor, mode)
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if let temporary { unlink(temporary) }
  }

  /// Writes the whole report and puts it in its place. To be called once.
  func write(_ text: String) throws(CommandEnding) {
    do {
      try SystemCalls.write(Array(text.utf8), to: descriptor)
    } catch {
      throw ReportFile.failure(path, error)
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw ReportFile.failure(path, .latest) }
    descriptor = -1
    guard let temporary, rename(temporary, target) != 0 else { return }
    let error = SystemError.latest
    unlink(temporary)
    throw ReportFile.failure(path, error)
  }

  private static func temporaryName(beside target: String) -> String {
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let number = UInt32.random(in: 0 ... .max)
    return directory + ".bulkcheck-\(getpid())-\(String(number, radix: 16)).tmp"
  }

  private static func failure(_ path: String, _ error: SystemError) -> CommandEnding {
    .cannotJudge("cannot write the report \(path): \(error)")
  }
}
