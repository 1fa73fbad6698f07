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

  package init() {}

  /// Whether some keyword compares a value with whole objects.
  var comparesObjects: Bool {
    subschemas.contains { subschema in
      subschema.keywords.contains { keyword in
        guard case .choice(let values) = keyword.statement else { return false }
        return values.contains { if case .object = $0 { true } else { false } }
      }
    }
  }

  package subscript(_ index: SubschemaIndex) -> Subschema { subschemas[index.value] }
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
  package init(_ keywords: [SchemaKeyword] = []) { self.keywords = keywords }
}

/// A keyword of a subschema, or several that say one thing: `if`, `then` and `else`; `contains` and
/// its limits.
package struct SchemaKeyword: Sendable {
  package var statement: SchemaStatement
  /// The keyword as it is written, unescaped: a step of a `keywordLocation`. Of
  /// ``SchemaStatement/never`` the empty text, of ``SchemaStatement/conditional(if:then:else:)``
  /// `if`.
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
package enum SchemaStatement: Sendable {
  package struct Member: Sendable {
    package var name: String
    package var subschema: SubschemaIndex
    package init(_ name: String, _ subschema: SubschemaIndex) {
      self.name = name
      self.subschema = subschema
    }
  }
  package struct PatternMembers: Sendable {
    package var pattern: PatternSource
    /// The pattern as the schema has it: a step of a `keywordLocation`.
    package var written: String
    package var subschema: SubschemaIndex
    package init(_ pattern: PatternSource, written: String, _ subschema: SubschemaIndex) {
      self.pattern = pattern
      self.written = written
      self.subschema = subschema
    }
  }
  package struct Dependency: Sendable {
    package var name: String
    package var required: [String]
    package init(_ name: String, _ required: [String]) {
      self.name = name
      self.required = required
    }
  }

  // MARK: Assertions

  /// The schema `false`.
  case never
  /// - writtenIntegers: draft 4, in which `1.0` is not an integer.
  case type(Set<SchemaType>, writtenIntegers: Bool)
  /// `enum`, `const`.
  case choice([Literal])
  /// `minimum`, `exclusiveMaximum`, …: each keyword has one limit.
  case bounds(lower: Bound?, upper: Bound?)
  case multipleOf(String)
  /// In code points.
  case length(minimum: Int?, maximum: Int?)
  case pattern(PatternSource)
  case format(Format)
  /// `contentEncoding` and `contentMediaType`, where they are asserted: base64 that holds JSON,
  /// either alone, or both.
  case content(isBase64: Bool, isJSON: Bool)
  case itemCount(minimum: Int?, maximum: Int?)
  case uniqueItems
  case memberCount(minimum: Int?, maximum: Int?)
  case required([String])
  case dependentRequired([Dependency])
  case anyOf([SubschemaIndex])
  case oneOf([SubschemaIndex])
  case not(SubschemaIndex)
  /// - evaluates: elements that satisfy it count as evaluated (since 2020-12).
  case contains(SubschemaIndex, minimum: Int, maximum: Int?, evaluates: Bool)

  // MARK: Keywords with subschemas that must all hold

  case allOf([SubschemaIndex])
  /// `$ref`, `$dynamicRef`, `$recursiveRef`.
  case reference(SubschemaIndex)
  case conditional(if: SubschemaIndex, then: SubschemaIndex?, else: SubschemaIndex?)
  case dependentSchemas([Member])
  case properties([Member])
  case patternProperties([PatternMembers])
  /// About members that no `properties` or `patternProperties` beside it is about.
  case additionalProperties(SubschemaIndex)
  case propertyNames(SubschemaIndex)
  /// Also a list under `items` before 2020-12.
  case prefixItems([SubschemaIndex])
  /// The elements from a position on: `items`, `additionalItems`.
  case items(SubschemaIndex, from: Int)
  case unevaluatedProperties(SubschemaIndex)
  case unevaluatedItems(SubschemaIndex)
}
