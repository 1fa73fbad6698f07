/// The step from a value to a part of it: a key path and the names that reports show for it.
package struct KeyPathStep: Sendable {
  package let keyPath: any AnyKeyPath & Sendable
  /// The path of the part in reasons. A batch puts in the names that the data has.
  package var path: ValuePath
  /// Whether reading the part traps where it is missing in the data, as with `!` or an index. A
  /// batch finds out.
  package var mayTrap = false
  /// The name in descriptions.
  let name: String

  /// - Parameter name: replaces the names found in the key path.
  init(_ keyPath: any AnyKeyPath & Sendable, name: String? = nil) {
    self.keyPath = keyPath
    path = name.map { ValuePath([.key($0)]) } ?? KeyPathStep.names(of: keyPath)
    self.name = path.isEmpty ? "self" : "\(path)"
  }

  /// The path as reasons show it.
  var shownPath: String { path.isEmpty ? name : "\(path)" }

  /// The part of a value; nil if the value is not of the type that the key path begins with.
  func value(of whole: Any) -> Any? {
    // Without `Sendable`, since key paths of that type cannot be applied.
    let keyPath: AnyKeyPath = keyPath
    func read<Whole>(_ whole: Whole) -> Any? { whole[keyPath: keyPath] }
    return read(whole)
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

  /// Splits at the dots outside angle brackets and parentheses.
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
