/// The position of a subschema in ``SchemaGraph/subschemas``.
package struct SubschemaIndex: Hashable, Sendable {
  package var value: Int
  package init(_ value: Int) { self.value = value }
}

/// A JSON Schema as plain values: what the reader of schemas produces and the engine runs.
///
/// References are resolved. A subschema that means different things in different dynamic scopes
/// stands here once for each of them; its keywords have the same rules in all. References may form
/// circles, but none that consumes nothing of the value: the reader refuses those.
package struct SchemaGraph: Sendable {
  package var subschemas: [Subschema] = []
  package var root = SubschemaIndex(0)
  /// How the cells of a CSV column are read, by the name of the column: the types that the schema
  /// gives the member. Others are texts.
  package var cellTypes: [ExactText: [ValueType]] = [:]
  /// How other cells are read: by the first of these that is about the name of the column.
  package var cellPatterns: [CellPattern] = []
  /// The `$id` of the root, without a fragment; nil if it has none.
  package var identifier: String?
  /// The root's `type` is `array`.
  package var describesArray = false
  /// The parts of a document that are judged as records of their own; the root is then about what
  /// is around them. Empty if the root is about every record.
  package var sets: [SchemaRecordSet] = []

  package init() {}

  /// Whether some keyword compares a value with whole objects.
  var comparesObjects: Bool {
    subschemas.contains { subschema in
      subschema.keywords.contains { keyword in
        keyword.statement.constraint?.choices?.contains {
          if case .object = $0 { true } else { false }
        } == true
      }
    }
  }

  package subscript(_ index: SubschemaIndex) -> Subschema { subschemas[index.value] }

  /// The subschemas that are asked about records.
  var roots: [SubschemaIndex] {
    [root]
      + sets.all.flatMap { set in
        set.parts.map(\.subschema) + set.outlines
          + set.commonRules.flatMap { self[$0.subschema].keywords[$0.keyword].statement.targets }
      }
  }
}

/// How the cells of CSV columns are read that the schema gives a type without naming them.
package struct CellPattern: Sendable {
  /// nil: of `additionalProperties`, about all names but some.
  package var pattern: PatternSource?
  package var names: Set<ExactText> = []
  package var types: [ValueType]

  package init(_ pattern: PatternSource?, but names: Set<ExactText> = [], types: [ValueType]) {
    self.pattern = pattern
    self.names = names
    self.types = types
  }
}

/// A schema object or a boolean schema. `true` and `{}` have no keywords, `false` has one:
/// ``SchemaStatement/never``.
package struct Subschema: Sendable {
  /// In the order of the document.
  package var keywords: [SchemaKeyword]
  /// Its `title`; nil if it has none.
  package var title: String?
  package init(_ keywords: [SchemaKeyword] = []) { self.keywords = keywords }
}

/// A keyword of a subschema, or several that say one thing: `if`, `then` and `else`; `contains` and
/// its limits.
package struct SchemaKeyword: Sendable {
  package var statement: SchemaStatement
  /// The keyword as it is written, unescaped: a step of a `keywordLocation`. For
  /// ``SchemaStatement/never`` it is the empty text, for a condition `if`.
  package var name: String
  /// The rule that it is. nil where it only applies others, and for assertions that are reached
  /// from no place where all has to hold, such as those below `anyOf`.
  package var rule: RuleIndex?

  package init(_ statement: SchemaStatement, name: String, rule: RuleIndex? = nil) {
    self.statement = statement
    self.name = name
    self.rule = rule
  }
}

/// The types that a schema names.
package enum SchemaType: String, CaseIterable, Hashable, Sendable {
  case null, boolean, object, array, number, string, integer
}

/// The statement of a keyword about a value. A value of a type that it is not about satisfies it.
package enum SchemaStatement: Hashable, Sendable {
  /// The schema `false`.
  case never
  /// - writtenIntegers: draft 4, in which `1.0` is not an integer.
  case type(Set<SchemaType>, writtenIntegers: Bool)
  /// A constraint that a profile can have, too: `enum`, `minimum`, `maxLength`, …. Lengths are in
  /// code points.
  case constraint(Constraint)
  /// `contentEncoding` and `contentMediaType`, where they are asserted: base64 that holds JSON,
  /// either alone, or both.
  case content(isBase64: Bool, isJSON: Bool)
  case required([String])
  case dependentRequired([NameDependency])
  case applicator(Applicator)
}

/// A keyword that applies subschemas to a value or to parts of it.
package struct Applicator: Hashable, Sendable {
  package enum Kind: String, Hashable, BitwiseCopyable, Sendable {
    // These assert something themselves.
    case anyOf, oneOf, not, contains
    // The subschemas of these must all hold.
    case allOf
    /// `$ref`, `$dynamicRef`, `$recursiveRef`.
    case reference
    /// `if`, `then` and `else`.
    case conditional
    case dependentSchemas
    case properties, patternProperties
    /// About members that no `properties` or `patternProperties` beside it is about.
    case additionalProperties
    case propertyNames
    /// Also a list under `items` before 2020-12.
    case prefixItems
    /// The elements from a position on: `items`, `additionalItems`.
    case items
    case unevaluatedProperties, unevaluatedItems
  }

  package struct Part: Hashable, Sendable {
    /// The name of a member, or the pattern of names as the schema has it: a step of a
    /// `keywordLocation`.
    package var name: String?
    package var pattern: PatternSource?
    /// nil for a branch that a condition lacks.
    package var subschema: SubschemaIndex?

    package init(
      _ subschema: SubschemaIndex?, name: String? = nil, pattern: PatternSource? = nil
    ) {
      self.subschema = subschema
      self.name = name
      self.pattern = pattern
    }
  }

  package var kind: Kind
  package var parts: [Part]
  /// The least number of elements that satisfy a `contains`, or the position at which `items`
  /// begins.
  package var minimum = 0
  package var maximum: Int?
  /// Elements that satisfy a `contains` count as evaluated (since 2020-12).
  package var evaluates = false

  package init(_ kind: Kind, _ parts: [Part]) {
    self.kind = kind
    self.parts = parts
  }
}

extension Applicator.Kind {
  /// Whether it asserts something itself, and so is a rule where it has to hold.
  var isAssertion: Bool {
    switch self {
    case .anyOf, .oneOf, .not, .contains: true
    default: false
    }
  }

  /// Whether the subschemas are applied to the same value, not to parts of it.
  package var isInPlace: Bool {
    switch self {
    case .anyOf, .oneOf, .not, .allOf, .reference, .conditional, .dependentSchemas: true
    default: false
    }
  }
}

extension SchemaStatement {
  package var applicator: Applicator? {
    if case .applicator(let applicator) = self { applicator } else { nil }
  }

  /// The constraint of profiles that requires the same, if there is one.
  package var constraint: Constraint? {
    if case .constraint(let constraint) = self { constraint } else { nil }
  }

  /// Whether it asserts something itself, and so is a rule where it has to hold.
  package var isAssertion: Bool { applicator?.kind.isAssertion ?? true }

  /// The subschemas that the statement applies.
  package var targets: [SubschemaIndex] { applicator?.parts.compactMap(\.subschema) ?? [] }

  /// The subschemas that are applied to the same value, not to parts of it.
  package var targetsInPlace: [SubschemaIndex] {
    applicator?.kind.isInPlace == true ? targets : []
  }

  /// The subschemas that hold wherever they are applied in a valid record, if the statement is
  /// asserted.
  package var assertedTargets: [SubschemaIndex] {
    guard !isAssertion else { return [] }
    // The first part of a condition is only asked.
    return applicator?.kind == .conditional ? Array(targets.dropFirst()) : targets
  }
}
