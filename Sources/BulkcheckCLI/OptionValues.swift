internal import ArgumentParser
internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckReport

/// The value of `--input-format`.
enum InputFormatChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, jsonl, csv, tsv

  /// nil: decided for each input.
  var format: InputFormat? { InputFormat(rawValue: rawValue) }
}

/// The value of `--fail-on`.
enum FailLevelChoice: String, CaseIterable, ExpressibleByArgument {
  case error, warning, never

  var level: VerdictOptions.FailLevel {
    switch self {
    case .error: .error
    case .warning: .warning
    case .never: .never
    }
  }
}

/// The value of `--emit`.
enum EmissionChoice: String, CaseIterable, ExpressibleByArgument {
  case raw, normalized

  var emission: RecordOutputs.Emission { self == .raw ? .raw : .normalized }
}

/// The value of `--progress` and `--color`.
enum SwitchMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  func isOn(auto: Bool) -> Bool { self == .always || (self == .auto && auto) }
}

/// A number of bytes: `65536`, `64K`, `64M`, `1G`; the suffixes are binary.
struct ByteCount: ExpressibleByArgument {
  var value: Int

  init(_ value: Int) { self.value = value }

  init?(argument: String) {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = argument.last.flatMap { shifts[Character($0.uppercased())] }
    let digits = shift == nil ? argument[...] : argument.dropLast()
    guard let number = Int(digits) else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    guard !overflow else { return nil }
    self.value = value
  }

  var defaultValueDescription: String {
    value % (1 << 20) == 0 ? "\(value >> 20)M" : "\(value)"
  }
}
