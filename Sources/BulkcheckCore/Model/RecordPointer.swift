/// The places of the records of a JSON document: a JSON Pointer (RFC 6901) in which a segment `*`
/// stands for each element or member.
///
///     /in_network/*           the elements of an array, or the members of an object
///     /runs/*/results/*       those of several
///     /entry/*/resource       a member of each
///     (empty)                 the whole document
///
/// A name that is a single `*` cannot be written: it stands for all.
package struct RecordPointer: Hashable, Sendable, CustomStringConvertible {
  package enum Segment: Hashable, Sendable {
    case name(String)
    case star
  }

  package let segments: [Segment]
  /// The pointer as it was written.
  package let description: String
  /// The last segment that is a star; nil if none is.
  package let lastStar: Int?
  /// The segments before that which are stars.
  package let starsBeforeLast: [Int]
  /// From the last star on, without it; all of it if there is none.
  package let textBehindLastStar: String

  /// The elements of a root array.
  package static let rootElements = RecordPointer(segments: [.star], description: "/*")
  /// The whole document.
  package static let document = RecordPointer(segments: [], description: "")

  private init(segments: [Segment], description: String) {
    self.segments = segments
    self.description = description
    let lastStar = segments.lastIndex(of: .star)
    self.lastStar = lastStar
    starsBeforeLast = segments.prefix(lastStar ?? 0).indices.filter { segments[$0] == .star }
    textBehindLastStar =
      description.split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst((lastStar ?? -1) + 2).map { "/\($0)" }.joined()
  }

  /// The elements or members of what names lead to, from the document on.
  package init(elementsAt names: [String]) {
    var text = ""
    for name in names { RecordPointer.append(name, to: &text) }
    self.init(segments: names.map { .name($0) } + [.star], description: text + "/*")
  }

  /// Whether some place may be that of a record of both, or within one.
  package func overlaps(_ other: RecordPointer) -> Bool {
    zip(segments, other.segments).allSatisfy { $0 == $1 || $0 == .star || $1 == .star }
  }

  /// Its names, in their order.
  package var names: [String] {
    segments.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }

  /// How many segments are stars.
  package var starCount: Int { lastStar == nil ? 0 : starsBeforeLast.count + 1 }

  /// Reads a pointer.
  ///
  /// - Throws: ``RecordPointerError``, a sentence for people.
  package init(_ text: String) throws(RecordPointerError) {
    guard !text.isEmpty else {
      self = .document
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw RecordPointerError(
        description: "a record pointer begins with a slash, as in /\(text), or is empty for the "
          + "whole document")
    }
    var segments: [Segment] = []
    for token in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(token == "*" ? .star : .name(try RecordPointer.name(token)))
    }
    guard segments.count <= RecordPointer.segmentsMaximum else {
      throw RecordPointerError(
        description: "a record pointer has at most \(RecordPointer.segmentsMaximum) segments")
    }
    self.init(segments: segments, description: text)
  }

  /// Brackets that may be open at once (docs/reference/limits.md#limits).
  private static let segmentsMaximum = 512

  /// A segment without its escapes: `~1` is a slash, `~0` a tilde.
  private static func name(_ token: Substring) throws(RecordPointerError) -> String {
    var name = ""
    var rest = token.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        name.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": name += "~"
      case "1": name += "/"
      default:
        throw RecordPointerError(
          description: "in a record pointer, ~ is written ~0 and / within a name ~1")
      }
    }
    return name
  }

  /// Appends a name to a JSON Pointer.
  package static func append(_ name: String, to pointer: inout String) {
    pointer += "/"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": pointer += "~0"
      case "/": pointer += "~1"
      default: pointer.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Why a text is not a record pointer, in a sentence for people.
package struct RecordPointerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}
