internal import BulkcheckCore
internal import BulkcheckDocument

/// Reads the text of a path (docs/reference/paths.md#syntax): dotted with quoted segments and
/// `[n]`, `[-n]`, `[*]` and `*`, a JSON Pointer, or the key of the record.
enum PathParser {
  /// Why a text is not a path.
  struct Fault: Error {
    var reason: String
    /// How to write it where it is a name.
    var nameForm: String?
  }

  /// The values to which the paths of a part of a profile may lead.
  enum Reach {
    /// A value of the record. `previous` is a name like any other.
    case record
    /// A value of the record. It would be a slip if the first segment were `previous`.
    case onlyRecord
    /// A value of the record, or of the one before: that is where a path leads whose first segment
    /// is `previous`, without quotes.
    case recordBefore
    /// A value of an element, which `.` stands for, or of the element before.
    case elementBefore

    var hasPrevious: Bool { self == .recordBefore || self == .elementBefore }
  }

  static func path(_ text: String, reach: Reach = .record) throws(Fault) -> FieldPath {
    guard !text.isEmpty else { throw Fault(reason: "a path has at least one segment") }
    guard text.utf8.first != UInt8(ascii: "/") else { return try pointer(text) }
    if reach == .elementBefore, text == FieldPath.element { return FieldPath() }
    let way = FieldPath.previous + "."
    if reach != .record, text.hasPrefix(way) {
      let name = text.dropFirst(way.count)
      guard reach.hasPrevious else {
        throw Fault(
          reason: "it leads to the record before, but nothing says which that is: give the rule "
            + "`previous`", nameForm: JSONText.quoted(FieldPath.previous) + ".\(name)")
      }
      let rest = try dotted(Array(name.unicodeScalars))
      return FieldPath([.previous] + rest.steps)
    }
    var path = try dotted(Array(text.unicodeScalars))
    if reach.hasPrevious, path.steps.first == .key(FieldPath.previous), !text.hasPrefix("\"") {
      path.steps[0] = .previous
    }
    return path
  }

  // MARK: JSON Pointer

  private static func pointer(_ text: String) throws(Fault) -> FieldPath {
    guard let path = FieldPath(pointer: text) else {
      throw Fault(reason: "in a JSON Pointer, \"~\" is written \"~0\" and \"/\" is written \"~1\"")
    }
    return path
  }

  // MARK: Dotted

  private static func dotted(_ scalars: [Unicode.Scalar]) throws(Fault) -> FieldPath {
    if let key = try recordKey(scalars) { return key }
    var path = FieldPath()
    var index = 0
    // A name is due at the start and behind each dot.
    var nameIsDue = true
    while index < scalars.count || nameIsDue {
      if let (step, end) = try indexStep(scalars, from: index) {
        guard !nameIsDue || index == 0 else {
          throw Fault(reason: "a name is missing between \".\" and \"[\"")
        }
        path.steps.append(step)
        index = end
        nameIsDue = false
      } else if nameIsDue {
        let (name, end) = try self.name(scalars, from: index)
        // In quotes it is a name like any other.
        path.steps.append(scalars[index] == "*" && name == "*" ? .everyMember : .key(name))
        index = end
        nameIsDue = false
      } else if scalars[index] == "." {
        index += 1
        nameIsDue = true
      } else {
        throw Fault(
          reason: "\".\" or \"[\" is missing before \(Complaint.quoted(String(scalars[index])))")
      }
    }
    return path
  }

  /// `$key` or `$key[n]`; nil if the path is another one.
  private static func recordKey(_ scalars: [Unicode.Scalar]) throws(Fault) -> FieldPath? {
    let word = FieldPath.recordKey.unicodeScalars
    guard scalars.starts(with: word) else { return nil }
    if scalars.count == word.count { return FieldPath([.recordKey(nil)]) }
    let index = try indexStep(scalars, from: word.count)
    if case (.index(let star), scalars.count)? = index, star >= 0 {
      return FieldPath([.recordKey(star)])
    }
    guard index != nil || scalars[word.count] == "." else { return nil }
    throw Fault(
      reason: "`$key` is the key of the record, which has no parts (a member of that name is "
        + "written \(Complaint.quoted(JSONText.quoted(FieldPath.recordKey))))")
  }

  /// `[digits]`, `[-digits]` or `[*]` at this place; nil if no bracket is there, or another one.
  private static func indexStep(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(Fault) -> (PathStep, end: Int)? {
    guard start < scalars.count, scalars[start] == "[" else { return nil }
    var close = start + 1
    if close < scalars.count, scalars[close] == "*" {
      close += 1
    } else {
      if close < scalars.count, scalars[close] == "-" { close += 1 }
      while close < scalars.count, ("0"..."9").contains(scalars[close]) { close += 1 }
    }
    guard close > start + 1, close < scalars.count, scalars[close] == "]" else { return nil }
    let content = scalars[start + 1..<close]
    if content.elementsEqual(["*"]) { return (.everyElement, close + 1) }
    guard content.last != "-" else { return nil }
    guard let position = Int(String(String.UnicodeScalarView(content))) else {
      throw Fault(reason: "the index is too large")
    }
    // From the end, the first is `[-1]`.
    if position == 0, content.first == "-" { return nil }
    return (.index(position), close + 1)
  }

  /// The complaint about a bracket that is not an index, with the form to write.
  private static func oddBracket(
    _ scalars: [Unicode.Scalar], at place: Int, ofNameFrom start: Int
  ) -> Fault {
    func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
      String(String.UnicodeScalarView(part))
    }
    let close = scalars[place...].firstIndex(of: "]").map { $0 + 1 } ?? scalars.endIndex
    let end = scalars[close...].firstIndex(of: ".") ?? scalars.endIndex
    return Fault(
      reason:
        "\(Complaint.quoted(text(scalars[place..<close]))) is not an index ([0], [-1] for the "
        + "last element, [*] for every element)",
      nameForm: Complaint.quoted(JSONText.quoted(text(scalars[start..<end]))))
  }

  private static func name(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(Fault) -> (String, end: Int) {
    guard start < scalars.count, scalars[start] != "." else {
      throw Fault(reason: "a segment is empty (write an empty name as \"\\\"\\\"\")")
    }
    if scalars[start] == "\"" { return try quoted(scalars, from: start) }
    var index = start
    var name = ""
    while index < scalars.count, scalars[index] != "." {
      if scalars[index] == "[" {
        if index > start, try indexStep(scalars, from: index) != nil { break }
        throw oddBracket(scalars, at: index, ofNameFrom: start)
      }
      guard scalars[index] != "\"" else {
        throw Fault(reason: "a quote inside a plain segment (quote the whole segment)")
      }
      name.unicodeScalars.append(scalars[index])
      index += 1
    }
    return (name, index)
  }

  /// A segment that is a JSON string.
  private static func quoted(
    _ scalars: [Unicode.Scalar], from start: Int
  ) throws(Fault) -> (String, end: Int) {
    var end = start + 1
    while end < scalars.count, scalars[end] != "\"" {
      end += scalars[end] == "\\" ? 2 : 1
    }
    guard end < scalars.count else { throw Fault(reason: "a quoted segment is not closed") }
    let segment = String(String.UnicodeScalarView(scalars[start...end]))
    guard let name = Document.text(ofString: Array(segment.utf8)) else {
      throw Fault(reason: "a quoted segment is not a JSON string")
    }
    return (name, end + 1)
  }
}
