internal import BulkcheckCore

/// The fields of records of several kinds, as a draft with sections has them: those that every
/// record has are outside of the sections, unless they are objects or arrays, whose parts differ.
struct SharedFields {
  /// The fields outside of sections.
  let fields: [SuggestedField]
  /// Their names.
  private let names: Set<ExactText>

  init(_ findings: Findings) {
    let advisor = FieldAdvisor(findings)
    let shared = findings.tree.children(of: SummaryTree.root).filter { node in
      let summary = findings.tree.fields[node]
      return findings.tree.nodes[node].kind == .member && summary.present == findings.objects
        && summary.objects == 0 && summary.arrays == 0
    }
    let nodes = Set(shared)
    names = Set(shared.map { ExactText(findings.tree.key(of: $0).text) })
    fields = advisor.fields(using: RepeatedShapes([])).filter { nodes.contains($0.node) }
  }

  /// The other fields of records of one kind.
  func others(_ advisor: FieldAdvisor) -> [SuggestedField] {
    let findings = advisor.findings
    let nodes = Set(
      findings.tree.children(of: SummaryTree.root).filter {
        names.contains(ExactText(findings.tree.key(of: $0).text))
      })
    return advisor.fields(using: RepeatedShapes([])).filter { !nodes.contains($0.node) }
  }
}

extension KindFindings {
  /// The id of its section.
  func id(_ taken: inout Set<String>) -> String {
    let word = IDWord.word(kind.value)
    let begins = word.first.map { $0.isLetter || $0.isNumber } ?? false
    let isFree = begins && word != "bulkcheck" && !word.hasPrefix("bulkcheck.")
    return taken.insertFree(isFree ? word : "kind-" + word, end: "")
  }

  /// `"type": { "const": "order" }`
  var condition: String {
    let path = FieldPath([.key(kind.member)]).description
    return "\(JSONText.quoted(path)): { \"const\": \(JSONText.quoted(kind.value)) }"
  }
}
