internal import CBulkcheckScan

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The instruction set of the scanning kernels. All give the same results.
package enum ScanKernel: Hashable, Sendable {
  case scalar, avx2, neon

  /// The fastest one on this machine.
  package static let best: ScanKernel =
    switch bulkcheck_best_kernel() {
    case BULKCHECK_KERNEL_AVX2: .avx2
    case BULKCHECK_KERNEL_NEON: .neon
    default: .scalar
    }

  /// The fastest one, unless the environment says `BULKCHECK_SCAN_KERNEL=scalar`. It is asked once a process.
  package static let standard: ScanKernel = {
    // SAFETY: the name is a literal, and the value is read before anything could change the environment here.
    guard let value = unsafe getenv("BULKCHECK_SCAN_KERNEL") else { return .best }
    return unsafe String(cString: value) == "scalar" ? .scalar : .best
  }()

  var code: bulkcheck_kernel {
    switch self {
    case .scalar: BULKCHECK_KERNEL_SCALAR
    case .avx2: BULKCHECK_KERNEL_AVX2
    case .neon: BULKCHECK_KERNEL_NEON
    }
  }
}
