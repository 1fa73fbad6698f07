import Bulkcheck
import BulkcheckCore
import BulkcheckDocument
import BulkcheckInput
import BulkcheckProfile
import Twins

/// Any bytes are a profile or have mistakes; what has none can be listed, compiled and run.
enum ProfileTarget {
  private static let lines = Array(
    """
    {"a":1,"b":"text","c":[1,"2",null,{"k":"v"}],"d.e":{"k":{"x":-0.5e3}},"id":"7","email":"a@b.co"}
    {"a":"é\\ud83d\\ude00","a":null,"c":[],"o":{},"age":17,"tags":["x","x"]}
    [1]
    {"a"
    """.utf8)
  private static let rows = Array("a,b,c,id,email\n1,text,x;y,7,a@b.co\n,,,,\n\"é\",N/A,1\n".utf8)

  static func finding(in input: inout FuzzBytes) -> String? {
    let bytes = input.rest()
    let profile: ParsedProfile
    do throws(ProfileMistakes) {
      profile = try ParsedProfile.read(bytes, fileName: "p.json")
    } catch {
      return finding(in: error)
    }
    if RuleListing.text(profile.ruleSet).isEmpty { return "nothing is listed" }
    for (format, data) in [(InputFormat.jsonl, lines), (.csv, rows)] {
      guard let report = try? Judging.report(profile.ruleSet, data, Way(format: format)) else {
        return "a profile without mistakes cannot be compiled"
      }
      if report.isEmpty { return "no report" }
    }
    return fixtureFinding(profile)
  }

  private static func finding(in mistakes: ProfileMistakes) -> String? {
    if mistakes.mistakes.isEmpty { return "refused without a mistake" }
    if mistakes.mistakes != mistakes.mistakes.sorted(by: { $0.position < $1.position }) {
      return "mistakes are not in the order of the text"
    }
    return mistakes.description.isEmpty ? "mistakes without words" : nil
  }

  private static func fixtureFinding(_ profile: ParsedProfile) -> String? {
    guard let run = try? Check(ruleSet: profile.ruleSet) else { return "cannot be compiled" }
    let known = Set(profile.ruleSet.rules.map(\.id) + BuiltInRule.allCases.map(\.id))
    for fixture in profile.tests {
      let fails = run.failures(of: fixture)
      if !known.isSuperset(of: fails) { return "unknown rules fail: \(fails)" }
    }
    return nil
  }
}
