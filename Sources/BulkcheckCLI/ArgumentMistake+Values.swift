internal import BulkcheckDocument

extension ArgumentMistake {
  /// A value that its option does not take. The parser says only that it is invalid.
  static func badValue(_ list: ArgumentList) -> String? {
    for given in list.options {
      guard let option = list.table[given.name], let value = given.value,
        let mistake = mistake(in: value, of: option)
      else { continue }
      return mistake + help(list)
    }
    return nil
  }

  private static func mistake(in value: String, of option: OptionTable.Option) -> String? {
    if !option.words.isEmpty { return mistake(in: value, of: option.name, option.words) }
    return switch option.valueName {
    case "format[=path]": ReportDestination.mistake(in: value)
    case "n": mistake(in: value, ofNumber: option.name)
    case "character":
      DelimiterChoice(argument: value) == nil
        ? "\(option.name) must be one ASCII character other than a quote or a line end, or tab, "
          + "not " + Complaint.quoted(value) : nil
    case "bytes", "size", "chunk-bytes":
      ByteCount(argument: value) == nil
        ? "\(option.name) must be a number of bytes, such as 65536, 64K or 2GiB, not "
          + Complaint.quoted(value) : nil
    default: nil
    }
  }

  private static func mistake(
    in value: String, of option: String, _ words: [String]
  ) -> String? {
    guard !words.contains(value) else { return nil }
    let nearest = NearestWord.of(value, among: words)
    return "\(option) cannot be \(Complaint.quoted(value))"
      + (nearest.map { ": did you mean \(Complaint.quoted($0))?" } ?? ".")
      + " Values: \(words.joined(separator: ", "))."
  }

  private static func mistake(in value: String, ofNumber option: String) -> String? {
    guard Int(value) == nil else { return nil }
    let isTooLarge = !value.isEmpty && value.allSatisfy(\.isNumber)
    return isTooLarge
      ? "\(option) is too large: \(Complaint.quoted(value))"
      : "\(option) must be a whole number, not \(Complaint.quoted(value))"
  }
}
