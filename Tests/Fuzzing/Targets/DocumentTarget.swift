import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
import BulkcheckSchema
import Twins

/// A JSON document gives one report however it is cut; an array is refused if and only if the plain
/// parser refuses it.
enum DocumentTarget {
  private static let pointers: [String?] = [
    nil, "/data/*", "/runs/*/results/*", "/map/*", "/*/data", "",
  ]

  private static let checks: [Check] = pointers.map { pointer in
    let input = pointer.map { "\"input\":{\"records\":\"\($0)\"}," } ?? ""
    let text = "{\"bulkcheck\":1,\(input)\"fields\":{\"a\":{\"unique\":true,\"maximum\":5}}}"
    guard let profile = try? Judging.profile(text),
      let check = try? Judging.check(profile.ruleSet)
    else { preconditionFailure("the profile above can be compiled") }
    return check
  }

  /// Splits documents into sets of records, whose records have inner sets.
  private static let schema = """
    {"properties": {
      "data": {"uniqueItems": true, "contains": {"required": ["a"]}, "maxContains": 2,
        "items": {"type": ["object", "array"], "required": ["a"]}},
      "map": {"propertyNames": {"maxLength": 3}, "additionalProperties": {"$ref": "#/$defs/r"}},
      "runs": {"minItems": 2, "items": {"$ref": "#/$defs/r"}}},
    "$defs": {"r": {"type": "object", "properties": {"id": {"type": "integer"},
      "results": {"uniqueItems": true, "items": {"type": "object", "maxProperties": 1}},
      "map": {"additionalProperties": {"type": "array", "minItems": 1}}}}}}
    """

  /// By the schema, with records that are held whole, or read in pieces beyond so many bytes.
  private static let splitting: [Check] = [nil, 1, 30].map { held in
    let file = SchemaFile(name: "s.json", uri: "file:///s.json", bytes: Array(schema.utf8))
    guard let rules = try? SchemaReader.read(file).ruleSet, let check = try? Judging.check(rules)
    else { preconditionFailure("the schema above can be compiled") }
    return check.with { $0.reading.places.heldBytesMaximum = held }
  }

  static func finding(in input: inout FuzzBytes) -> String? {
    let check = input.pick(checks + splitting)
    let way = Way(
      threads: input.pick([1, 2, 3]), chunkBytes: input.pick([4, 5, 13, 100, 1000]), format: .json)
    let bytes = input.rest()
    // Compressed: another question.
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5]) { return nil }
    let location = InputLocation.bytes(bytes, name: "input")
    var other = Way(format: .json)
    // Which records are in pieces depends on the chunks, and so do the values that are shown.
    if check.ruleSet.schema != nil, check.options.reading.places.heldBytesMaximum != nil {
      other.chunkBytes = way.chunkBytes
    }
    let whole = Judging.summary(check, [location], other)
    let expected = Judging.report(of: whole, check.ruleSet)
    let found = Judging.report(check, bytes, way)
    if found != expected { return "\(way): \(difference(expected, found))" }
    guard check.ruleSet.records == nil, check.ruleSet.schema == nil,
      bytes.first(where: { !Ascii.isBlank($0) }) == Ascii.openBracket
    else { return nil }
    let isRefused = whole.inputs[0].failure != nil || whole.malformed > 0
    let isDamaged = ByteView.with(bytes) { JSONDiagnosis.fault(in: $0) } != nil
    return isRefused == isDamaged ? nil : "refused: \(isRefused), damaged: \(isDamaged)"
  }
}
