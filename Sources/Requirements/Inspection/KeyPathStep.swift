/// The step from a value to a part of it: a key path and the names that reports show for it.
package struct KeyPathStep: Sendable {
  package let keyPath: any AnyKeyPath & Sendable
  package let path: ValuePath
  /// The requirement for the part as one for the whole, for a key path that leads to no stored
  /// property.
  package let whole: OpaqueCheck?
  /// The requirement for the part.
  package let part: OpaqueCheck?

  /// `name` replaces the names found in the key path.
  init(
    _ keyPath: any AnyKeyPath & Sendable, name: String? = nil, whole: OpaqueCheck? = nil,
    part: OpaqueCheck? = nil
  ) {
    self.keyPath = keyPath
    self.whole = whole
    self.part = part
    path = name.map { ValuePath([.key($0)]) } ?? KeyPathStep.names(of: keyPath)
  }

  /// The names of the stored properties on the way, from the key path's description
  /// (`\User.address?.city`). A computed property may be known to the runtime by address only.
  private static func names(of keyPath: AnyKeyPath) -> ValuePath {
    var text = String(describing: keyPath)[...]
    let root = "\\" + String(describing: type(of: keyPath).rootType)
    guard text.hasPrefix(root) else { return ValuePath() }
    text = text.dropFirst(root.count)
    var components: [ValuePath.Component] = []
    for part in split(text) where part != "self" {
      let name = part.filter { $0 != "?" && $0 != "!" }
      if name.hasPrefix("<computed") {
        components.append(.key("(computed)"))
      } else if !name.isEmpty {
        components.append(.key(name))
      }
    }
    return ValuePath(components)
  }

  /// At the dots outside angle brackets and parentheses.
  private static func split(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for index in text.indices {
      switch text[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts
  }
}
