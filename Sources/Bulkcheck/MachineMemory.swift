internal import BulkcheckCore
internal import BulkcheckInput
internal import CLibrary

/// How much memory a run may take by itself.
enum MachineMemory {
  /// For keys of `unique` rules and for rules about the table, unless told otherwise: 1 GiB, or a
  /// quarter of what there is if that is less.
  static let share = min(1 << 30, max(total / 4, 1 << 20))

  /// What the machine has, or the control group of the process may use if that is less.
  private static var total: Int {
    let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: page)
    let machine = pages > 0 && page > 0 && !overflow ? bytes : 4 << 30
    return controlGroupFiles.compactMap(number).filter { $0 > 0 }.reduce(machine, min)
  }

  /// Of Linux, second and first version, as a container sees them. Elsewhere there are none.
  private static let controlGroupFiles = [
    "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes",
  ]

  /// nil where there is no limit (`max`) or no file.
  private static func number(inFile path: String) -> Int? {
    guard let source = try? FileSource(path: path), let bytes = try? InputBytes.all(of: source)
    else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
  }
}

/// Where temporary files belong.
enum TemporaryFolder {
  static let standard: String = {
    let path = Environment.value("TMPDIR") ?? ""
    return path.isEmpty ? "/tmp" : path
  }()
}
