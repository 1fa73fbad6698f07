/// A ``Change``, ready to run.
struct ChangeCode: BitwiseCopyable {
  enum Opcode: UInt8, BitwiseCopyable {
    case trim, lowercase, uppercase, collapseWhitespace, digits, replace, mask, setDefault
    /// Only of cells.
    case plainNumber, formedNumber, word
    /// Only in chains: a leaf to check.
    case check

    var isForCells: Bool { self == .plainNumber || self == .formedNumber || self == .word }
  }
  var code: Opcode
  /// The pattern of `replace`, what a `word` becomes, the leaf of `check`.
  var operand: Int32 = -1
  /// The text of `replace`, `mask`, `default` and `word`, and the form of `formedNumber`.
  var text: Int32 = -1
  /// The kind of a `default`.
  var kind: ValueKind = .string
  /// The place in the ``FieldTree`` of what a `default` inserts, or -1.
  var state: StateNumber = -1
}

extension ProgramBuilder {
  mutating func chainLeaf(_ steps: [ChainStep]) throws(ProgramError) -> Leaf {
    var codes: [ChangeCode] = []
    for step in steps {
      switch step {
      case .change(let change): codes.append(try lower(change))
      case .check(let constraint):
        let leaf = try self.leaf(constraint)
        leaves.append(leaf)
        codes.append(ChangeCode(code: .check, operand: Int32(leaves.count - 1)))
      }
    }
    let start = Int32(changes.count)
    changes += codes
    lists.chains.append(start..<Int32(changes.count))
    return Leaf(code: .chain, operand: Int32(lists.chains.count - 1))
  }

  /// A change, its operands put into the pools.
  mutating func lower(_ change: Change) throws(ProgramError) -> ChangeCode {
    switch change {
    case .trim: return ChangeCode(code: .trim)
    case .lowercase: return ChangeCode(code: .lowercase)
    case .uppercase: return ChangeCode(code: .uppercase)
    case .collapseWhitespace: return ChangeCode(code: .collapseWhitespace)
    case .digits: return ChangeCode(code: .digits)
    case .replace(let source, let replacement):
      return ChangeCode(code: .replace, operand: try pattern(source), text: text(replacement.text))
    case .mask(let mask): return ChangeCode(code: .mask, text: text(mask.text))
    case .plainNumber: return ChangeCode(code: .plainNumber)
    case .formedNumber(let form): return ChangeCode(code: .formedNumber, text: text(form.code))
    case .word(let word, let other):
      return ChangeCode(code: .word, operand: text(other.text), text: text(word.text))
    case .default(let literal):
      var code = ChangeCode(code: .setDefault)
      switch literal {
      case .text(let content):
        code.text = text(content)
        code.kind = .string
      case .number(let digits):
        code.text = text(digits)
        code.kind = .number
      case .boolean(let value):
        code.text = text(value ? "true" : "false")
        code.kind = value ? .true : .false
      case .array:
        code.text = text(literal.description)
        code.kind = .array
      case .object:
        code.text = text(literal.description)
        code.kind = .object
      case .null:
        code.text = text("null")
        code.kind = .null
      }
      return code
    }
  }
}
