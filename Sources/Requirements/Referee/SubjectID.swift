/// Which subject of a ``Referee``: its position and its name.
public struct SubjectID: Hashable, Sendable, CustomStringConvertible {
  /// Where it stands among the subjects, from 0.
  public let position: Int
  /// What reports call it.
  public let name: String
  /// The name.
  public var description: String { name }
}
