/// The path to the part of a value that failed: `email`, `items[3].price`. Empty for the value
/// itself.
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

  /// The path as a JSON Pointer (RFC 6901): `/items/3/price`. Empty for the value itself.
  public var jsonPointer: String {
    var text = ""
    for component in components {
      text += "/"
      switch component {
      case .key(let name):
        for character in name.unicodeScalars {
          switch character {
          case "~": text += "~0"
          case "/": text += "~1"
          default: text.unicodeScalars.append(character)
          }
        }
      case .index(let position): text += "\(position)"
      }
    }
    return text
  }

  /// The path from a larger whole: `outer` first.
  package func prefixed(by outer: ValuePath) -> ValuePath {
    ValuePath(outer.components + components)
  }
}

extension ValuePath: Codable {
  /// Reads an array of names and positions: `["items", 3, "price"]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    components = []
    while !container.isAtEnd {
      if let position = try? container.decode(Int.self) {
        components.append(.index(position))
      } else {
        components.append(.key(try container.decode(String.self)))
      }
    }
  }

  /// Writes an array of names and positions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for component in components {
      switch component {
      case .key(let name): try container.encode(name)
      case .index(let position): try container.encode(position)
      }
    }
  }
}
