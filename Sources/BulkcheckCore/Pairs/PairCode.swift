/// A pairing, ready to run: what is kept of each record, and the program that judges two of them.
struct PairCode: Sendable {
  /// A value that is kept of a record.
  struct Piece: Sendable {
    /// By which the program of records reads it.
    var path: PathNumber
    /// Its place in the program of pairs; ``FieldTree/none`` where no rule reads it.
    var own: StateNumber
    /// The place of the value of the record before.
    var previous: StateNumber
  }

  var rules: [RuleNumber] = []
  /// The values that both records have in common.
  var by: [PathNumber] = []
  var section = SectionNumber.everyRecord
  var pieces: [Piece] = []
  let program: Program
}

extension ProgramBuilder {
  /// - Parameter programs: those of pairs, by pairing.
  mutating func buildPairs(_ programs: [Program]) {
    defer { section = nil }
    for (index, program) in programs.enumerated() {
      let pairing = ruleSet.pairings[index]
      section = pairing.section
      var code = PairCode(program: program)
      code.section = SectionNumber(section)
      code.by = pairing.by.map { number(of: $0) }
      code.rules = ruleSet.rules.indices.filter {
        ruleSet.rules[$0].pairing?.value == index && ruleSet.rules[$0].isRun
      }.map { RuleNumber($0) }
      code.pieces = ruleSet.pieces(ofPairs: index).map { path in
        PairCode.Piece(
          path: number(of: path), own: program.tree.states(of: path).first ?? FieldTree.none,
          previous: program.tree.states(of: path.inPrevious).first ?? FieldTree.none)
      }
      lists.pairs.append(code)
    }
  }
}
