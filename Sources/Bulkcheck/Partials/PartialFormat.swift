/// A partial result as a file.
///
///     magic    8 bytes   89 42 43 50 0D 0A 1A 0A   (as PNG: a transfer as text damages it visibly)
///     version  2 bytes   low byte first
///     blocks   until the end of the file, the last one of the kind E:
///       kind       1 byte
///       length     4 bytes, low byte first: of the content, at most 64 MiB
///       content
///       checksum   4 bytes, low byte first: CRC-32 of the whole file up to here
///
/// The blocks in their order: H (header), P (the profile, in parts), then for each input I (it
/// begins; absent if it could not be opened), K, V and W (keys, values and failing records of its
/// chunks), e (it has ended), then T, S, F, M and C (sums, samples, tables of values, measured
/// figures, what failures come with), E. D, the different values that table rules count, stands
/// where V does. A merge also writes V and D between inputs: what each of its parts had beyond the
/// merged tables. What is in them: ``PartialEncoder`` and those who use it. Each block can be read
/// by itself, so that a file is read from front to end in the memory that one block needs.
enum PartialFormat {
  static let magic: [UInt8] = [0x89, 0x42, 0x43, 0x50, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt16 = 5
  static let blockBytesMaximum = 64 << 20
  static let profileBytesMaximum = 1 << 30
  /// Of a part of the profile.
  static let partBytes = 1 << 20
}
