/// Messages from a table: a template for each code, with the names of parameters in braces.
///
/// ```swift
/// let german = MessageTable([
///   ReasonCode.notEmpty: "Bitte ausfüllen",
///   ReasonCode.length: "Von {min} bis {max} Zeichen",
/// ])
/// ```
public struct MessageTable: MessageProvider, Hashable {
  /// The templates, by code.
  public var templates: [String: String]

  /// Makes a table of templates by code.
  public init(_ templates: [String: String]) { self.templates = templates }

  /// The template of the reason's code, with its parameters filled in; nil if there is none. A name
  /// in braces that no parameter has is left as it is.
  public func message(for reason: Reason) -> String? {
    guard let code = reason.code, let template = templates[code] else { return nil }
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      rest = rest[open...]
      // The name begins behind the last brace before it ends.
      let behind = rest.dropFirst()
      guard let close = behind.firstIndex(where: { $0 == "{" || $0 == "}" }) else { break }
      if rest[close] == "{" {
        text += rest[..<close]
        rest = rest[close...]
        continue
      }
      let name = String(behind[..<close])
      text += reason.parameters[name]?.description ?? String(rest[...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
