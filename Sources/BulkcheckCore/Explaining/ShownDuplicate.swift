/// What reports show of a record that repeats a key.
struct ShownDuplicate {
  var value: String?
  var isTruncated: Bool
  /// Cut where the line number belongs.
  var message: [String]
  /// Of the raw values; 0 if they are masked.
  var hash: UInt64
}
