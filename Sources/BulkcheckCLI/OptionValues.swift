public import ArgumentParser
package import Bulkcheck
internal import BulkcheckCore
public import BulkcheckReport

/// The value of `--input-format`.
enum InputFormatChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, jsonl, csv, tsv

  /// nil: decided for each input.
  var format: InputFormat? { InputFormat(rawValue: rawValue) }
}

/// The value of `--delimiter`.
struct DelimiterChoice: ExpressibleByArgument {
  let byte: UInt8

  init?(argument: String) {
    if argument == "tab" || argument == "\\t" {
      byte = Ascii.tab
    } else if let only = CSVOptions.delimiter(argument) {
      byte = only
    } else {
      return nil
    }
  }

  /// As it can be given again.
  var word: String { byte == Ascii.tab ? "tab" : String(Unicode.Scalar(byte)) }
}

/// The value of `--fail-on`.
extension VerdictOptions.FailLevel: ExpressibleByArgument {}

/// The value of `--emit`.
extension RecordOutputs.Emission: ExpressibleByArgument {}

/// The value of `--failures-format`.
extension RecordOutputs.FailureFormat: ExpressibleByArgument {}

/// The name that `schema` takes.
extension EmbeddedSchema: ExpressibleByArgument {}

/// The value of `--progress` and `--color`.
enum SwitchMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  func isOn(auto: Bool) -> Bool { self == .always || (self == .auto && auto) }
}

/// A number of bytes: `65536`, `64K`, `64MiB`, `1G` with binary suffixes, `64MB` with a decimal
/// one.
struct ByteCount: ExpressibleByArgument {
  var value: Int

  /// For the help of options.
  static let suffixes = "Suffixes K, M, G (or KiB, MiB, GiB) are binary, KB, MB, GB decimal."

  init(_ value: Int) { self.value = value }

  init?(argument: String) {
    let digits = argument.prefix { $0 == "-" || $0.isNumber }
    guard let number = Int(digits),
      let unit = ByteCount.unit(argument.dropFirst(digits.count).uppercased())
    else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: unit)
    guard !overflow else { return nil }
    self.value = value
  }

  /// As those of GNU's tools.
  private static func unit(_ suffix: String) -> Int? {
    switch suffix {
    case "": 1
    case "K", "KIB": 1 << 10
    case "M", "MIB": 1 << 20
    case "G", "GIB": 1 << 30
    case "KB": 1_000
    case "MB": 1_000_000
    case "GB": 1_000_000_000
    default: nil
    }
  }

  var defaultValueDescription: String {
    value % (1 << 20) == 0 ? "\(value >> 20)M" : "\(value)"
  }
}
