/// The different shapes of a field's texts, told apart by the lengths of their runs too, as long as
/// they are few: what the texts of some records are held against those of others by.
///
/// `12345` and `1234` are two of them.
package struct ExactShapeTable: BitwiseCopyable {
  package static let shapesMaximum = 12
  /// The number of a text that has no shape; those of shapes follow.
  static let shapeless: UInt8 = 1

  private(set) var shapes = ShapeTable(shapesMaximum: shapesMaximum)

  init() {}

  package var hasGivenUp: Bool { shapes.hasGivenUp }

  func deallocate() { shapes.deallocate() }

  mutating func giveUp() { shapes.giveUp() }

  mutating func clear() { shapes.clear() }

  /// The number of a shape, which is added if it is new; ``shapeless`` if there are too many.
  mutating func add(_ shape: Storage<ShapeRun>, _ runCount: Int, hash: UInt64) -> UInt8 {
    number(shapes.add(shape, runCount, hash: hash, count: 1))
  }

  private func number(_ index: Int16) -> UInt8 {
    UInt8(truncatingIfNeeded: index + 1) + ExactShapeTable.shapeless
  }

  /// Adds the shapes of another table.
  mutating func merge(_ other: ExactShapeTable) {
    if !hasGivenUp { shapes.merge(other.shapes) }
  }

  /// The numbers of another table's shapes in this one, which they have been added to; a missing
  /// value has 0 in both.
  static func numbers(of other: ExactShapeTable?, in own: ExactShapeTable?) -> [UInt8] {
    var found = [UInt8](repeating: shapeless, count: shapesMaximum + 2)
    found[0] = 0
    guard let other, let own, !other.hasGivenUp, !own.hasGivenUp else { return found }
    for (index, place) in own.shapes.places(of: other.shapes).enumerated() {
      found[index + 2] = own.number(place)
    }
    return found
  }

  /// The runs of a shape by its number; nil for ``shapeless``.
  package func shape(_ number: Int) -> [ShapeRun]? { shapes.shape(number - 2) }
}
