/// The different shapes of a field's texts, told apart by the lengths of their runs too, as long as
/// they are few: what the texts of some records are held against those of others by.
///
/// `12345` and `1234` are two of them. Like ``ShapeTable`` it gives up for good when there are too
/// many.
package struct ExactShapeTable: BitwiseCopyable {
  package static let shapesMaximum = 12
  /// The number of a text that has no shape; those of shapes follow.
  static let shapeless: UInt8 = 1

  private let hashes = Storage<UInt64>(capacity: shapesMaximum, repeating: 0)
  private let runCounts = Storage<Int32>(capacity: shapesMaximum, repeating: 0)
  private let runs = Storage<ShapeRun>(
    capacity: shapesMaximum * ShapeTable.runsMaximum,
    repeating: .none)
  private var shapeCount = 0
  /// The place at which the last text was found.
  private var latest = 0
  package private(set) var hasGivenUp = false

  init() {}

  func deallocate() {
    if hasGivenUp { return }
    hashes.deallocate()
    runCounts.deallocate()
    runs.deallocate()
  }

  mutating func giveUp() {
    deallocate()
    hasGivenUp = true
  }

  mutating func clear() {
    if hasGivenUp { return }
    shapeCount = 0
    latest = 0
  }

  /// The number of a shape, which is added if it is new; ``shapeless`` if there are too many.
  mutating func add(_ shape: Storage<ShapeRun>, _ runCount: Int, hash: UInt64) -> UInt8 {
    add(shape, from: 0, runCount, hash)
  }

  private mutating func add(
    _ shape: Storage<ShapeRun>, from start: Int, _ runCount: Int, _ hash: UInt64
  ) -> UInt8 {
    if hasGivenUp { return ExactShapeTable.shapeless }
    if latest < shapeCount, hashes[latest] == hash { return number(latest) }
    for index in 0..<shapeCount where hashes[index] == hash {
      latest = index
      return number(index)
    }
    guard shapeCount < ExactShapeTable.shapesMaximum, runCount <= ShapeTable.runsMaximum else {
      giveUp()
      return ExactShapeTable.shapeless
    }
    hashes[shapeCount] = hash
    runCounts[shapeCount] = Int32(runCount)
    for run in 0..<runCount {
      runs[shapeCount * ShapeTable.runsMaximum + run] = shape[start + run]
    }
    shapeCount += 1
    return number(shapeCount - 1)
  }

  private func number(_ index: Int) -> UInt8 {
    ExactShapeTable.shapeless + 1 + UInt8(truncatingIfNeeded: index)
  }

  /// Adds the shapes of another table.
  mutating func merge(_ other: ExactShapeTable) {
    if hasGivenUp { return }
    if other.hasGivenUp { return giveUp() }
    for index in 0..<other.shapeCount {
      _ = add(
        other.runs, from: index * ShapeTable.runsMaximum, Int(other.runCounts[index]),
        other.hashes[index])
    }
  }

  /// The numbers of another table's shapes in this one, which they have been added to; a missing
  /// value has 0 in both.
  static func numbers(of other: ExactShapeTable?, in own: ExactShapeTable?) -> [UInt8] {
    var found = [UInt8](repeating: shapeless, count: shapesMaximum + 2)
    found[0] = 0
    guard let other, let own, !other.hasGivenUp, !own.hasGivenUp else { return found }
    for index in 0..<other.shapeCount {
      let place = (0..<own.shapeCount).first { own.hashes[$0] == other.hashes[index] }
      if let place { found[index + 2] = own.number(place) }
    }
    return found
  }

  /// The runs of a shape by its number; nil for ``shapeless``.
  package func shape(_ number: Int) -> [ShapeRun]? {
    let index = number - 2
    guard !hasGivenUp, index >= 0, index < shapeCount else { return nil }
    let start = index * ShapeTable.runsMaximum
    return (0..<Int(runCounts[index])).map { runs[start + $0] }
  }
}
