/// The part that reports show of a record that repeats a key.
struct ShownDuplicate {
  var value: String?
  var isTruncated: Bool
  /// Cut where the line number belongs.
  var message: [String]
  /// The hash of the raw values; 0 if they are masked.
  var hash: UInt64
  /// JSON documents: the JSON Pointer of the record.
  var recordPointer: String?
}
