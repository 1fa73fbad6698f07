/// A check that only a closure of a program knows, for rules that come from Swift code.
///
/// Called by any number of workers at once. What runs for each record makes an exception here: a
/// closure decodes a value, which allocates. Rules without closures pay nothing for it.
package struct ClosureCheck: Sendable {
  /// A part of an object that no single cell of CSV holds: each is read from its column.
  package struct Member: Hashable, Sendable {
    package var name: String
    /// Left out where nothing below it is there; otherwise it is there, if empty.
    package var isOptional: Bool
    /// Empty for what a column holds.
    package var members: [Member]

    package init(name: String, isOptional: Bool, members: [Member] = []) {
      self.name = name
      self.isOptional = isOptional
      self.members = members
    }
  }

  /// The value that the closure is asked about.
  package struct Subject {
    package var kind: ValueKind
    /// Texts and cells: the text. Others: as in JSON. Valid only during the call.
    package var bytes: ByteView
    /// The record breaks a rule of severity error that was judged before.
    package var recordIsInvalid: Bool
  }

  package enum Answer: Sendable {
    case holds
    /// Holds, and hands over what was decoded, for those who observe the records.
    case holdsWith(any Sendable)
    /// Fails with a sentence, a code if the closure gave one, and a value for those who observe the
    /// records. It is undecided if a pattern reached its match limit and nothing else fails.
    case fails(
      reason: String, code: String? = nil, detail: (any Sendable)? = nil, isUndecided: Bool = false)
    case notJudged
    /// Hands over what was decoded without a judgement.
    case notJudgedWith(any Sendable)
  }

  /// Whether missing values are judged too.
  package let takesMissing: Bool
  /// The parts of an object, to put it together from the columns of CSV; empty for other values.
  package let members: [Member]
  package let judge: @Sendable (Subject) -> Answer

  package init(
    takesMissing: Bool = false, members: [Member] = [],
    judge: @escaping @Sendable (Subject) -> Answer
  ) {
    self.takesMissing = takesMissing
    self.members = members
    self.judge = judge
  }

  /// The absolute paths of the columns, in the order of the members.
  func paths(from context: FieldPath) -> [FieldPath] {
    ClosureCheck.paths(of: members, from: context)
  }

  private static func paths(of members: [Member], from context: FieldPath) -> [FieldPath] {
    members.flatMap { member in
      let path = context.appending(.key(member.name))
      return member.members.isEmpty ? [path] : paths(of: member.members, from: path)
    }
  }
}

/// Why a closure failed on a record, kept for the rule's message.
struct ClosureReason {
  /// The number of the batch.
  var batch: UInt32 = 0
  /// The lane of the value among those that the closure was asked about.
  var element: Lane = 0
  var text = ""
  var code: String?
  var detail: (any Sendable)?
}
