internal import BulkcheckCore
internal import BulkcheckDocument
internal import BulkcheckProfile

/// Sentences about the mistakes of a schema.
extension Complaint {
  // MARK: Values

  static func noSchema(_ what: String, _ found: DocumentNode) -> Complaint {
    unexpected(what, found: found, expected: "an object, true or false")
  }

  static func repeatedElement(_ keyword: String, _ element: DocumentNode) -> Complaint {
    Complaint("\(element.summary) is given twice in `\(keyword)`")
  }

  static func badPattern(_ what: String, _ reason: String) -> Complaint {
    Complaint("\(what) is not a valid pattern: \(reason)")
  }

  static func badAnchor(_ keyword: String, _ text: String) -> Complaint {
    Complaint(
      "`\(keyword)` is \(quoted(text))",
      expected: "a letter or \"_\", then letters, digits, \"-\", \"_\" and \".\"")
  }

  static func badIdentifier(_ keyword: String, _ text: String) -> Complaint {
    Complaint("`\(keyword)` is \(quoted(text))", expected: "a URI without a fragment")
  }

  static func lonelyExclusion(_ keyword: String, _ limit: String) -> Complaint {
    Complaint("`\(keyword)` is used without `\(limit)`", expected: "`\(limit)` next to it")
  }

  // MARK: References

  static func unresolved(_ text: String, uri: String, known: [String]) -> Complaint {
    Complaint(
      "\(quoted(text)) is not found: nothing has the URI \(quoted(uri))",
      expected: "a document given with --resolve, or an `$id`",
      suggestion: NearestWord.of(uri, among: known) ?? sameEnding(uri, known))
  }

  /// A URI that ends in the same name.
  private static func sameEnding(_ uri: String, _ known: [String]) -> String? {
    guard let name = uri.split(separator: "/").last, name.utf8.count > 3 else { return nil }
    return known.first { $0.hasSuffix("/" + name) && !$0.isExactly(uri) }
  }

  /// The complaint about a reference that does no harm.
  static func beyondReach(_ complaint: Complaint) -> Complaint {
    var complaint = complaint
    complaint.message = "nothing reaches this reference: " + complaint.message
    return complaint
  }

  static func badFragment(_ text: String) -> Complaint {
    Complaint(
      "the fragment of \(quoted(text)) cannot be read",
      expected: "a JSON Pointer or the name of an anchor")
  }

  static func unknownAnchor(_ name: String, reference: String, known: [String]) -> Complaint {
    Complaint(
      "\(quoted(reference)) is not found: no anchor is named \(quoted(name))",
      suggestion: NearestWord.of(name, among: known))
  }

  static func noSuchStep(_ step: String, reference: String, known: [String]) -> Complaint {
    Complaint(
      "\(quoted(reference)) is not found: there is no \(quoted(step))",
      suggestion: NearestWord.of(step, among: known))
  }

  static func targetIsNoSchema(_ reference: String, _ found: DocumentNode) -> Complaint {
    Complaint(
      "\(quoted(reference)) refers to \(found.summary)",
      expected: "a schema: an object, true or false")
  }

  static func endlessReference(_ keyword: String) -> Complaint {
    Complaint("`\(keyword)` leads back to itself without descending into the value")
  }

  static func deepReferences(_ maximum: Int) -> Complaint {
    Complaint("schemas for the same value are nested deeper than \(maximum)")
  }

  static let tooManyMeanings = Complaint(
    "the schema has too many different meanings in its dynamic scopes")

  static let longLocations = Complaint("the locations of the keywords are too long in total")

  // MARK: Identity

  static func repeatedIdentifier(_ uri: String, _ keyword: String, where place: String)
    -> Complaint
  {
    Complaint("the `\(keyword)` \(quoted(uri)) is given twice (first \(place))")
  }

  static func repeatedAnchor(_ name: String, firstLine: Int) -> Complaint {
    Complaint("the anchor \(quoted(name)) is given twice (first on line \(firstLine))")
  }

  static func repeatedName(_ name: String, firstLine: Int) -> Complaint {
    Complaint(
      "the key \(quoted(name)) is given twice (first on line \(firstLine)); this one counts")
  }

  static func unknownDialect(_ uri: String) -> Complaint {
    let known = SchemaDialect.allCases.map(\.metaschema)
    return Complaint(
      "`$schema` is \(quoted(uri)), which is not supported",
      expected: "the URI of draft 4, 6, 7, 2019-09 or 2020-12, or of a document given with "
        + "--resolve",
      suggestion: NearestWord.of(uri, among: known))
  }

  static func endlessMetaschema(_ uri: String) -> Complaint {
    Complaint("the `$schema` \(quoted(uri)) leads back to itself")
  }

  static func unknownVocabulary(_ name: String, metaschema: String) -> Complaint {
    Complaint(
      "the metaschema \(quoted(metaschema)) requires the vocabulary \(quoted(name)), "
        + "which is not supported")
  }
}
