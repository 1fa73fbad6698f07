package import BulkcheckCore

/// Reads message templates: `{value} {field} {line} {rule} {left} {right}` or `{path}`, with `{{`
/// and `}}` for braces.
package enum MessageParser {
  package struct Fault: Error {
    package var reason: String
  }

  /// Reads the text of a template, whose paths lead to values of the record.
  package static func template(_ text: String) throws(Fault) -> MessageTemplate {
    try template(text, reach: .record)
  }

  /// - Parameter reach: what its paths may lead to.
  static func template(
    _ text: String, reach: PathParser.Reach
  ) throws(Fault) -> MessageTemplate {
    let scalars = Array(text.unicodeScalars)
    var segments: [MessageTemplate.Segment] = []
    var literal = ""
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalar {
      case "{" where next == "{", "}" where next == "}":
        literal.unicodeScalars.append(scalar)
        index += 2
      case "{":
        let end = try closingBrace(scalars, from: index + 1)
        if !literal.isEmpty { segments.append(.literal(literal)) }
        literal = ""
        let name = String(String.UnicodeScalarView(scalars[index + 1..<end]))
        segments.append(try place(name, reach))
        index = end + 1
      case "}": throw Fault(reason: "a \"}\" closes nothing (write \"}}\" for a brace)")
      default:
        literal.unicodeScalars.append(scalar)
        index += 1
      }
    }
    if !literal.isEmpty { segments.append(.literal(literal)) }
    return MessageTemplate(segments, given: text)
  }

  /// The brace that ends a place; one inside a quoted segment of a path does not.
  private static func closingBrace(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(Fault) -> Int {
    var index = start
    var isQuoted = false
    while index < scalars.count {
      switch scalars[index] {
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: index += 1
      case "}" where !isQuoted: return index
      default: break
      }
      index += 1
    }
    throw Fault(reason: "a \"{\" is not closed (write \"{{\" for a brace)")
  }

  private static func place(
    _ name: String, _ reach: PathParser.Reach
  ) throws(Fault) -> MessageTemplate.Segment {
    switch name {
    case "value": return .value
    case "field": return .field
    case "line": return .line
    case "rule": return .rule
    case "left": return .left
    case "right": return .right
    case "": throw Fault(reason: "\"{}\" names nothing")
    default:
      do {
        return .path(try PathParser.path(name, reach: reach))
      } catch {
        throw Fault(reason: "\"{\(name)}\" is not a path: \(error.reason)")
      }
    }
  }
}
