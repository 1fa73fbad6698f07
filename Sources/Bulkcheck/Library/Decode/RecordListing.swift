internal import BulkcheckCore
internal import Requirements

/// Lists all that is wrong with one record: what the type of each place says of it, and what the
/// requirement says of the parts that can be decoded.
///
/// A type stops at the first value that it cannot decode. So the listing goes to each place that
/// the probe found, and decodes what is there. A part of the requirement is asked about its place
/// if the value there can be decoded, even if the record cannot:
///
///     {"name": 7, "age": 12, "lines": [{"price": "x"}, {"price": -1}]}
///     places   /name is not a string, /lines/0/price is not a number
///     parts    /age must be at least 18, /lines/1/price must be greater than 0
///
/// A part over several places, and a closure over the record, are asked only about records that can
/// be decoded.
struct RecordListing: Sendable {
  /// The requirement without the parts whose failures leave a record valid.
  let outline: Outline
  let root: RecordPlace
  let parts: [RecordPart]
  /// The places that a key path unwraps by force, or asks for an element.
  let forced: [RecordPart]

  /// The reasons why a record cannot be decoded, and those of the parts that can be.
  func reasons(for record: JSONSource, _ plan: DecodingPlan) -> [Reason] {
    var finder = ReasonFinder(record, plan, lacking: lacking(record, plan))
    finder.visit(root)
    for part in parts { finder.ask(part) }
    return finder.reasons
  }

  /// The forced places where the record has no value.
  func lacking(_ record: JSONSource, _ plan: DecodingPlan) -> LackingPlaces {
    if forced.isEmpty { return LackingPlaces() }
    var finder = ReasonFinder(record, plan, asksValues: false)
    for part in forced { finder.ask(part) }
    return LackingPlaces(Set(finder.reasons.map(\.path)))
  }
}

/// A place in a record, as its type decodes it.
struct RecordPlace: Sendable {
  /// The kind of value at a place.
  indirect enum Form: Sendable {
    /// A value that only its type can decode.
    case value
    case object([RecordPlace])
    /// An array, and the place of its elements if there is one.
    case array(RecordPlace?)
  }

  /// The name in the data.
  let name: String
  let codingName: String
  let type: ClosureType?
  let acceptsMissing: Bool
  let acceptsNull: Bool
  /// Whether a type decodes even if the value here is wrong.
  let isLoose: Bool
  let form: Form

  init(_ node: ProbeNode) {
    if case .key(let name)? = node.step { self.name = name } else { name = "" }
    codingName = node.codingName
    type = node.type.map(ClosureType.init)
    acceptsMissing = node.acceptsMissing
    acceptsNull = node.acceptsNull
    isLoose = node.isTolerant || node.catcher != nil
    if node.isCut || !node.hasPlainParts {
      form = .value
    } else if node.isArray {
      form = .array(node.element.map(RecordPlace.init))
    } else {
      form = .object(node.children.map(RecordPlace.init))
    }
  }
}

/// A part of a requirement, with the way to the value that it is about.
struct RecordPart: Sendable {
  /// A step from a value to one inside it.
  enum Step: Sendable {
    /// A member, and whether a record can be decoded without it.
    case member(name: String, codingName: String, mayBeMissing: Bool)
    case element(Int)
    case everyElement
  }

  let steps: [Step]
  /// The type of the value there, `Optional` included where the part sees the optional.
  let type: ClosureType?
  let seesMissing: Bool
  /// Whether the value must be there, although its type in the record is optional.
  let isDemanded: Bool
  let outline: Outline
}
