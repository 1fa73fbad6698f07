import Bulkcheck
import BulkcheckCore
import BulkcheckInput
import BulkcheckProfile
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

  static func finding(in input: inout FuzzBytes) -> String? {
    let check = input.pick(checks)
    let way = Way(
      threads: input.pick([1, 2, 3]), chunkBytes: input.pick([4, 5, 13, 100, 1000]), format: .json)
    let bytes = input.rest()
    // Compressed: another question.
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5]) { return nil }
    let location = InputLocation.bytes(bytes, name: "input")
    let whole = Judging.summary(check, [location], Way(format: .json))
    let expected = Judging.report(of: whole, check.ruleSet)
    let found = Judging.report(check, bytes, way)
    if found != expected { return "\(way): \(difference(expected, found))" }
    guard check.ruleSet.records == nil,
      bytes.first(where: { !Ascii.isBlank($0) }) == Ascii.openBracket
    else { return nil }
    let isRefused = whole.inputs[0].failure != nil || whole.malformed > 0
    let isDamaged = ByteView.with(bytes) { JSONDiagnosis.fault(in: $0) } != nil
    return isRefused == isDamaged ? nil : "refused: \(isRefused), damaged: \(isDamaged)"
  }
}
