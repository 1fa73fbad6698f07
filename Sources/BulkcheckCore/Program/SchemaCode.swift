/// A subschema, as the program runs it: a range of ``SchemaTables/keywords``.
struct SubschemaCode: BitwiseCopyable {
  var start: Int32 = 0
  var count: Int32 = 0
  /// The schema `false`: no value satisfies it.
  var isNever = false
  /// The rule of a schema `false`, or -1.
  var neverRule: RuleNumber = -1
  /// Whether its answers are kept for the batch; see `SchemaMemo`.
  var keepsAnswers = false
}

/// A keyword, as the program runs it. Trivial.
struct KeywordCode: BitwiseCopyable {
  enum Opcode: UInt8, BitwiseCopyable {
    // Checks of a value by a leaf: texts, numbers, arrays.
    case text, number, array
    case never, type, choice, content, memberCount
    /// Members that must be there: a range of ``SchemaTables/parts``.
    case required, dependentRequired
    /// Other subschemas: a range of parts.
    case applicator
  }

  var code: Opcode
  /// The kind of an applicator; nil for other keywords.
  var kind: Applicator.Kind?
  /// A flag. Of `contains`: elements that satisfy it count as evaluated. Of `type`: `1.0` is not an
  /// integer.
  var flag = false
  /// The types of `type`; null, if it is one of the values of a `choice`.
  var types: TypeMask = []
  /// The encoding of a `content`.
  var isBase64 = false
  var isJSON = false
  /// Its number among the program's rules, or -1.
  var rule: RuleNumber = -1
  var leaf: Int32 = -1
  var partStart: Int32 = 0
  var partCount: Int32 = 0
  /// Limits of counts. Of `items`: the first position is `minimum`.
  var minimum: Int32 = 0
  var maximum: Int32 = .max
  /// The set of names under the `properties` beside `additionalProperties`, and how many they are;
  /// the number of the `patternProperties` beside it, or -1.
  var names: Int32 = -1
  var nameCount: Int32 = 0
  var patterns: Int32 = -1
  /// Its own number, and its subschema.
  var number: Int32 = -1
  var owner: Int32 = -1
}

/// A part of a keyword: the member with a name, or those with a pattern, and what is asked about
/// them.
struct SchemaPart: BitwiseCopyable {
  /// A name in the pool of texts, or a pattern in that of patterns.
  var operand: Int32 = -1
  var subschema: Int32 = -1
  /// The names that `dependentRequired` requires, a range of parts.
  var start: Int32 = 0
  var count: Int32 = 0
}

/// A step of the way from the root of a schema: a part of a keyword.
struct SchemaStep: Hashable {
  var keyword: Int32
  var part: Int32
}

/// A subschema about records of a set, and about which of them.
struct RecordSetPart {
  var subschema: Int32
  /// The way there from the root of the schema.
  var way: [SchemaStep]
  /// The pattern that the name of the member has, or -1; patterns that it does not have.
  var pattern: Int32
  var exceptions: [Int32]
  /// Whether it is about members of maps or about elements of arrays; nil: there are only such.
  var isAboutMembers: Bool?

  var isAboutAll: Bool { pattern < 0 && exceptions.isEmpty && isAboutMembers == nil }
}

/// A set of records of a document: see ``SchemaRecordSet``.
struct RecordSetCode {
  /// The subschemas about its records.
  var parts: [RecordSetPart] = []
  /// Those about what is around the pieces of a record.
  var outlines: [RecordSetPart] = []
  /// The keywords about all elements together, which what is around them answers for.
  var commonRules: [Int32] = []
  /// The names that lead to the array or map, from the document, or from the record around it.
  var names: [OwnedBytes] = []
  /// The number of the first set within a record, or -1.
  var firstInner = -1
  /// The general location of the pieces in their record, for inner sets.
  var location = ""
}

/// A schema compiled for the hot path.
struct SchemaTables: BitwiseCopyable, Sendable {
  let subschemas: Storage<SubschemaCode>
  let keywords: Storage<KeywordCode>
  let parts: Storage<SchemaPart>
  /// The columns of states that have one, or -1.
  let pathOfState: Storage<PathNumber>
  /// By rule: the keyword that complains of names, or -1.
  let keywordOfRule: Storage<Int32>
  /// The rules that keywords are.
  let rules: Storage<RuleNumber>
  let ruleCount: Int32
  /// The subschema about records; about outlines of documents, if there are sets.
  let root: Int32
  let setCount: Int32
  /// The path numbers of the record, and of parts that have no column.
  let rootPath: PathNumber
  let partPath: PathNumber
  /// The path of the names of members.
  let namePath: PathNumber
  let usesMemo: Bool
  /// Some keyword forbids members that it does not name.
  let forbidsMembers: Bool
  /// Some keyword compares a value with whole objects.
  let comparesObjects: Bool
}
