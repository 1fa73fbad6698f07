/// The shapes of a field's texts, told apart more and less finely, each as long as they are few.
///
/// Most texts are alike. A small table, with one place for each hash, keeps where the latest texts
/// of each exact shape were counted. So the runs of such a text are not read.
struct TextShapes: BitwiseCopyable {
  /// The place at which texts of an exact shape are counted.
  private struct Place: BitwiseCopyable {
    /// 0 where nothing is known.
    var exactHash: UInt64 = 0
    /// -1 if the table had given up.
    var fine: Int16 = -1
    var coarse: Int16 = -1
  }

  private static let placeBits: UInt64 = 6

  private var fine = ShapeTable()
  private var coarse = ShapeTable()
  private let places = Storage<Place>(capacity: 1 << Int(placeBits), repeating: Place())
  /// Texts without a shape.
  private(set) var withoutShape = 0

  init() {}

  func deallocate() {
    fine.deallocate()
    coarse.deallocate()
    places.deallocate()
  }

  /// Forgets what was counted, but not what has been given up.
  mutating func clear() {
    fine.clear()
    coarse.clear()
    places.fill(Place(), count: places.capacity)
    withoutShape = 0
  }

  /// Counts the text that the reader has at hand, or several that are the same.
  @inline(__always)
  mutating func add(_ text: ByteView, _ times: Int, _ reader: inout ShapeReader) {
    if fine.hasGivenUp, coarse.hasGivenUp { return }
    guard reader.hasShape else {
      withoutShape &+= times
      return giveUpIfTooFew()
    }
    let hash = reader.exactHash
    let slot = Int(truncatingIfNeeded: hash &>> (64 &- TextShapes.placeBits))
    guard places[slot].exactHash == hash else {
      return addOther(text, hash, slot, times, &reader)
    }
    fine.addAgain(places[slot].fine, count: times)
    coarse.addAgain(places[slot].coarse, count: times)
  }

  @inline(never)
  private mutating func addOther(
    _ text: ByteView, _ hash: UInt64, _ slot: Int, _ times: Int, _ reader: inout ShapeReader
  ) {
    reader.readRuns(text)
    places[slot].exactHash = hash
    places[slot].fine = fine.add(reader.fine, reader.fineCount, hash: reader.fineHash, count: times)
    places[slot].coarse = coarse.add(
      reader.coarse, reader.coarseCount, hash: reader.coarseHash, count: times)
  }

  private mutating func giveUpIfTooFew() {
    guard withoutShape > Int(FormatExceptions.maximum) else { return }
    fine.giveUp()
    coarse.giveUp()
  }

  // MARK: Merging

  /// Adds the counts of another one.
  mutating func mergeCounts(_ other: TextShapes) {
    withoutShape += other.withoutShape
    fine.merge(other.fine)
    coarse.merge(other.coarse)
    giveUpIfTooFew()
  }

  /// Gives up what another one has given up.
  mutating func giveUp(what other: TextShapes) {
    if other.fine.hasGivenUp { fine.giveUp() }
    if other.coarse.hasGivenUp { coarse.giveUp() }
  }

  // MARK: Results

  /// The shapes in runs of one class each; nil if they are too many.
  var shapes: [(runs: [ShapeRun], count: Int)]? { fine.shapes }

  /// The shapes in runs of letters and digits, mixed; nil if they are too many.
  var wordShapes: [(runs: [ShapeRun], count: Int)]? { coarse.shapes }
}
