/// From where the data is read.
enum Delivery: String, CustomStringConvertible {
  case memory, file, gzipFile

  var description: String { self == .gzipFile ? "gzip file" : rawValue }
}
