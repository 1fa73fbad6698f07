internal import CBulkcheckScan

/// The instruction set of the scanning kernels. All give the same results.
package enum ScanKernel: String, Hashable, Sendable, CaseIterable {
  case scalar, avx2, avx512, neon

  /// The kernels that this machine runs.
  package static let available = allCases.filter { bulkcheck_runs_kernel($0.code) != 0 }

  /// The fastest one on this machine.
  package static let best: ScanKernel = {
    let code = bulkcheck_best_kernel()
    return allCases.first { $0.code == code } ?? .scalar
  }()

  /// The fastest one, unless the environment names another, as in `BULKCHECK_SCAN_KERNEL=scalar`.
  /// It is asked once a process; a name of none that this machine runs is ignored.
  package static let standard: ScanKernel = {
    let wanted = Environment.value("BULKCHECK_SCAN_KERNEL").flatMap(ScanKernel.init)
    return available.first { $0 == wanted } ?? .best
  }()

  var code: bulkcheck_kernel {
    switch self {
    case .scalar: BULKCHECK_KERNEL_SCALAR
    case .avx2: BULKCHECK_KERNEL_AVX2
    case .avx512: BULKCHECK_KERNEL_AVX512
    case .neon: BULKCHECK_KERNEL_NEON
    }
  }
}
