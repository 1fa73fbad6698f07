import CLibFuzzer
import Foundation
import FuzzTargets

/// A target under libFuzzer.
enum FuzzRun {
  /// libFuzzer's callback takes no context. Written once, before the first input.
  private nonisolated(unsafe) static var target = FuzzTarget.kernels

  /// Never returns: libFuzzer ends the process.
  static func start(_ target: FuzzTarget) -> Never {
    self.target = target
    // The target is not an argument of libFuzzer, but part of the command by which it starts itself
    // again.
    var count = CommandLine.argc - 1
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
      CommandLine.unsafeArgv + 1
    CommandLine.unsafeArgv[1] = strdup("\(CommandLine.arguments[0]) \(target.rawValue)")
    exit(
      LLVMFuzzerRunDriver(&count, &arguments) { data, size in
        let bytes = Array(UnsafeBufferPointer(start: data, count: size))
        if let finding = FuzzRun.target.finding(in: bytes) {
          fatalError("\(FuzzRun.target.rawValue): \(finding)")
        }
        return 0
      })
  }
}
