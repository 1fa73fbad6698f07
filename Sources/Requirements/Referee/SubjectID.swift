/// Which subject of a ``Referee``: its position and its name.
public struct SubjectID: Hashable, Sendable, CustomStringConvertible {
  public let position: Int
  public let name: String
  public var description: String { name }
}
