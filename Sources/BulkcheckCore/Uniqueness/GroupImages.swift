internal import CLibrary

/// An image of each group of records, such as the values of its last one: in memory, and those that
/// do not fit in a file without a name.
///
///     key ─► table in memory ─► index (``SeenKeys``) ─► image in the file
///            (the newest images)
///
/// When the images in memory are too many, all are appended to the file, and the index learns where
/// each one is now. An older image of the same key is garbage from then on. So the file takes one
/// image for each group and each time that memory is full.
///
/// Invariant: of two images of a key, the one in memory is the newer.
final class GroupImages {
  private struct Slot {
    var start: Int
    var count: Int
    /// The bytes that belong to it.
    var room: Int
  }

  private let plan: SeenKeys.Plan
  private let bytesMaximum: Int
  private var slots: [Fingerprint: Slot] = [:]
  private var bytes: [UInt8] = []
  private var index: SeenKeys?
  private var file: TemporaryFile?
  private var fileSize = 0
  private var buffer = Storage<UInt8>(uninitialized: 4096)

  /// The length and the key before an image in the file.
  private static let headBytes = 24
  /// The memory of a slot besides its bytes.
  private static let slotBytes = 96

  /// - Parameter plan: for all keys of the run; images may take a quarter of its memory.
  init(_ plan: SeenKeys.Plan) {
    self.plan = plan
    bytesMaximum = plan.bytesMaximum / 4
  }

  deinit { buffer.deallocate() }

  /// The image of the record that came last with a key.
  func last(_ key: Fingerprint) throws(TemporaryFileError) -> [UInt8]? {
    if let slot = slots[key] { return Array(bytes[slot.start..<slot.start + slot.count]) }
    guard let index, let file, let place = try index.find(key), place > 0 else { return nil }
    return try read(place - 1, file).image
  }

  /// The error for an image that is not what was written.
  var damage: TemporaryFileError {
    file?.damage ?? TemporaryFileError(action: .read, folder: plan.folder, errorNumber: EIO)
  }

  /// Makes a record the last one with a key.
  func put(_ image: ArraySlice<UInt8>, _ key: Fingerprint) throws(TemporaryFileError) {
    if let slot = slots[key], slot.room >= image.count {
      bytes.replaceSubrange(slot.start..<slot.start + image.count, with: image)
      slots[key] = Slot(start: slot.start, count: image.count, room: slot.room)
      return
    }
    slots[key] = Slot(start: bytes.count, count: image.count, room: image.count)
    bytes += image
    if bytes.count + slots.count * GroupImages.slotBytes > bytesMaximum { try spill() }
  }

  /// Calls the body with the last image of each key, in no order.
  func eachLast(_ body: (Fingerprint, [UInt8]) -> Void) throws(TemporaryFileError) {
    for (key, slot) in slots { body(key, Array(bytes[slot.start..<slot.start + slot.count])) }
    guard let file else { return }
    // An image in the file counts if nothing newer is in the index or in memory.
    var place = 0
    while place < fileSize {
      let entry = try read(place, file)
      if slots[entry.key] == nil, try index?.find(entry.key) == place + 1 {
        body(entry.key, entry.image)
      }
      place += GroupImages.headBytes + entry.image.count
    }
  }

  private func spill() throws(TemporaryFileError) {
    let file = try openFile()
    let index =
      self.index
      ?? SeenKeys(SeenKeys.Plan(bytesMaximum: bytesMaximum, folder: plan.folder))
    self.index = index
    var encoder = PartialEncoder()
    for (key, slot) in slots {
      try index.replace(key, by: fileSize + encoder.bytes.count + 1)
      encoder.add(UInt64(slot.count))
      encoder.add(key)
      encoder.add(raw: bytes[slot.start..<slot.start + slot.count])
    }
    let written = Storage(encoder.take(), padding: 0)
    defer { written.deallocate() }
    try file.write(written, count: written.capacity, at: fileSize)
    fileSize += written.capacity
    slots.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  private func openFile() throws(TemporaryFileError) -> TemporaryFile {
    if let file { return file }
    let made = try TemporaryFile(in: plan.folder)
    file = made
    return made
  }

  private func read(
    _ place: Int, _ file: TemporaryFile
  ) throws(TemporaryFileError) -> (key: Fingerprint, image: [UInt8]) {
    try file.read(buffer, count: min(buffer.capacity, fileSize - place), at: place)
    func word(_ start: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(buffer[start + $1]) << UInt64(8 * $1) }
    }
    let count = Int(truncatingIfNeeded: word(0))
    let key = Fingerprint(high: word(8), low: word(16))
    guard count >= 0, count <= fileSize - place - GroupImages.headBytes else { throw file.damage }
    let whole = count + GroupImages.headBytes
    if whole > buffer.capacity {
      buffer.deallocate()
      buffer = Storage(uninitialized: whole)
      try file.read(buffer, count: whole, at: place)
    }
    return (key, Array(buffer.view(from: GroupImages.headBytes, count: count)))
  }
}
