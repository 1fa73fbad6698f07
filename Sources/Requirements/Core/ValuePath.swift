/// Where in a value a requirement failed: `email`, `items[3].price`. Empty for the value itself.
public struct ValuePath: Hashable, Sendable, CustomStringConvertible {
  /// One step from a value to a part of it.
  public enum Component: Hashable, Sendable {
    /// A property.
    case key(String)
    /// The element at this zero-based position.
    case index(Int)
  }

  /// The steps from the whole to the part.
  public var components: [Component]

  /// A path of the given steps; without any, the value itself.
  public init(_ components: [Component] = []) { self.components = components }

  /// Whether this is the value itself.
  public var isEmpty: Bool { components.isEmpty }

  /// Names joined by dots, positions in brackets.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let name): text += text.isEmpty ? name : "." + name
      case .index(let position): text += "[\(position)]"
      }
    }
    return text
  }

  /// The path from a larger whole: `outer` first.
  func prefixed(by outer: ValuePath) -> ValuePath {
    ValuePath(outer.components + components)
  }
}
