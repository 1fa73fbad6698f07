/// Identifies a subject of a ``Referee``, by its position only. Names can be alike, and can change.
public struct SubjectID: Hashable, Sendable, CustomStringConvertible {
  /// The position among the subjects, from 0.
  public let position: Int
  /// The name in reports.
  public let name: String
  /// Which of the subjects with this name it is, from 1; nil if it is the only one.
  public let number: Int?

  /// The name, and the number where several subjects have the name: `Knife 2`.
  public var description: String { number.map { "\(name) \($0)" } ?? name }

  /// Whether both are at the same position of a referee.
  public static func == (left: SubjectID, right: SubjectID) -> Bool {
    left.position == right.position
  }

  /// Hashes the position.
  public func hash(into hasher: inout Hasher) { hasher.combine(position) }

  /// The ids of subjects with these names, by position.
  static func ids(of names: [String]) -> [SubjectID] {
    var counts: [String: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    var numbers: [String: Int] = [:]
    return names.enumerated().map { position, name in
      guard counts[name, default: 0] > 1 else {
        return SubjectID(position: position, name: name, number: nil)
      }
      numbers[name, default: 0] += 1
      return SubjectID(position: position, name: name, number: numbers[name])
    }
  }
}
