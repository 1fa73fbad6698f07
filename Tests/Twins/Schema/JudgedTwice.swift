internal import Bulkcheck
internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckProfile
package import BulkcheckSchema

/// A schema by which records are judged twice: by the engine, and by the slow validator, which is
/// written from the specification and resolves its own references.
package struct JudgedTwice {
  private let text: String
  private let validator: SlowValidator
  private let ids: [String]
  private let check: Check

  package static let uri = "file:///schema"

  /// - Parameters:
  ///   - schema: the schema as the engine has read it.
  ///   - load: other documents, for the slow validator.
  package init(
    _ text: String, _ schema: ReadSchema, draft: Int,
    load: @escaping (String) -> DOM? = { _ in nil }
  ) throws {
    self.text = text
    validator = JudgedTwice.slow(text, draft: draft, load: load)
    ids = schema.ruleSet.rules.map(\.id)
    var options = RunOptions()
    options.reading.format = .jsonl
    options.reading.threads = 1
    check = try Check(ruleSet: schema.ruleSet, options: options)
  }

  package static func slow(
    _ text: String, draft: Int, load: @escaping (String) -> DOM?
  ) -> SlowValidator {
    let schema = SlowSchema(SlowReading.wellFormed(text.utf8), uri: uri, draft: draft) { address in
      load(address) ?? Metaschema.bytes(address).map(SlowReading.wellFormed)
    }
    return SlowValidator(schema) { URIText.shown($0, from: uri) }
  }

  /// The first difference between the two about some records, in words; nil if they agree about
  /// every count.
  package func difference(_ records: [String]) -> String? {
    let summary = check.run([
      .bytes(Array(records.joined(separator: "\n").utf8), name: "records")
    ])
    let (valid, slow) = slowCounts(records)
    let fast = Dictionary(uniqueKeysWithValues: zip(ids, summary.rules.map(\.counts)))
    var differences = Set(fast.keys).union(slow.keys).filter { fast[$0] != slow[$0] }.sorted()
    // A name that is there twice makes a record invalid if the schema reads it.
    let repeating = summary.builtIns[.duplicateKey]?.counts.failed ?? 0
    if !(summary.valid...(summary.valid + repeating)).contains(valid) {
      differences.append("valid")
    }
    guard let first = differences.first else { return nil }
    // One record says more.
    if records.count > 1 {
      for record in records {
        if let difference = difference([record]) { return difference }
      }
    }
    let words = [fast[first], slow[first]].map { $0.map { "\($0)" } ?? "no rule" }
    return """
      \(differences) for \(text), \(records.prefix(2)): \(words[0]) by the engine, \
      \(words[1]) by the twin; valid \(summary.valid), \(valid)
      """
  }

  /// The outcomes of all rules of some records, added up.
  private func slowCounts(_ records: [String]) -> (valid: Int, counts: [String: RuleCounts]) {
    var counts = Dictionary(uniqueKeysWithValues: ids.map { ($0, RuleCounts()) })
    var valid = 0
    for record in records {
      if validator.isValid(SlowReading.wellFormed(record.utf8)) { valid += 1 }
      for id in ids where validator.verdicts[id] == nil { counts[id]?.missing += 1 }
      for (id, verdict) in validator.verdicts {
        switch verdict {
        case .failed: counts[id, default: RuleCounts()].failed += 1
        case .passed: counts[id, default: RuleCounts()].passed += 1
        case .notApplicable: counts[id, default: RuleCounts()].notApplicable += 1
        }
      }
    }
    return (valid, counts)
  }
}
