internal import BulkcheckCore
internal import BulkcheckProfile
internal import Requirements

/// Requirements for all records together, as the rules that a profile has for them.
extension RuleLowering {
  /// Adds the rule of such a part.
  ///
  /// - Parameter outline: the part, with what is said around it.
  mutating func add(
    _ annotation: RecordsAnnotation, _ outline: Outline, at place: RequirementLocation,
    _ given: RuleAnnotation
  ) throws(BatchError) {
    var given = given
    outline.takeAnnotations(&given)
    var paths: [FieldPath] = []
    for subject in annotation.subjects {
      paths.append(try path(subject, from: place, for: annotation))
    }
    var made: EngineRule
    let scope = fields[fieldNumber(paths[0])].scope
    switch annotation.form {
    case .unique where paths.count == 1:
      made = rule("unique", .constraint(.unique), at: paths[0], scope: scope)
    case .unique:
      made = .ofRecord("unique", .unique(UniqueKey(.values(paths))), paths)
    case .referencesRecords:
      let reference = InputReference(fields: [paths[0]], columns: [paths[1]])
      made = .ofRecord("references", .refers(reference), paths)
    case .references(let file, let column):
      let reference = try reference(file, column, of: paths[0])
      made = rule("references", .constraint(.references(reference)), at: paths[0], scope: scope)
    }
    if case .because(let because, _) = outline {
      made.attributes.message = MessageTemplate([.literal(because.message)])
      made.attributes.code = because.code
    }
    let collected = try attributed(CollectedRule(rule: made), given)
    if made.scope == nil {
      entries.append(collected)
    } else {
      fields[fieldNumber(paths[0])].rules.append(collected)
    }
  }

  private mutating func path(
    _ outline: Outline, from place: RequirementLocation, for annotation: RecordsAnnotation
  ) throws(BatchError) -> FieldPath {
    guard case .on(let step, _) = outline, let found = try resolve(step, from: place) else {
      throw BatchError.unsupported(
        place.name, "no property is found at a key path of \(annotation.name)",
        remedy: "Use a stored property that its type decodes unchanged")
    }
    if found.path.leadsToSeveral, annotation.form == .unique {
      throw BatchError.unsupported(
        "\(found.path)", "unique compares records, not elements of one",
        remedy: "Use unique(by:) for the elements of an array")
    }
    if found.path.leadsToSeveral, annotation.form == .referencesRecords {
      throw BatchError.unsupported(
        "\(found.path)", "references compares records, not elements of one",
        remedy: "Use a property that has one value in each record")
    }
    mention(found.path)
    return found.path
  }

  /// The values of the file. A document only names it.
  private mutating func reference(
    _ file: String, _ column: String, of path: FieldPath
  ) throws(BatchError) -> ReferencedColumn {
    let types = ruleSet.declarations[path]?.types ?? []
    let request = ReferenceRequest(
      file: file, columns: [ReferenceRequest.Column(named: column, types: types)])
    do throws(ReferenceLoadingError) {
      let loaded =
        isForDocument
        ? try ReferenceLoader.unopened(request) : try ReferenceLoader(folder: ".").load(request)
      guard case .values(let values) = loaded.content else {
        throw ReferenceLoadingError(path: file, cause: .noValues, column: column)
      }
      ruleSet.referenceFiles.append(
        ReferenceFile(
          file: file, column: column, sha256: loaded.sha256, count: loaded.content.count))
      return ReferencedColumn(file: file, column: column, values: values)
    } catch {
      throw BatchError.cannotRead(file, error.sentence)
    }
  }
}

extension RecordsAnnotation {
  /// The name of the requirement in errors.
  var name: String {
    switch form {
    case .unique: "unique"
    case .references, .referencesRecords: "references"
    }
  }
}

extension EngineRule {
  /// A rule over several fields. Its id begins with the first one.
  fileprivate static func ofRecord(
    _ constraint: String, _ statement: Expression, _ paths: [FieldPath]
  ) -> EngineRule {
    EngineRule(
      id: "\(paths[0]).\(constraint)", field: nil, constraint: constraint, scope: nil,
      stage: .value, expression: statement,
      attributes: RuleAttributes(message: MessageTemplate(failing: statement)), paths: paths)
  }
}

extension Outline {
  /// The requirement for all records, if the part asks nothing else; annotations and `because`
  /// may be around it.
  var acrossRecords: RecordsAnnotation? {
    switch self {
    case .annotated(let annotation, let part):
      annotation as? RecordsAnnotation ?? part.acrossRecords
    case .because(_, let part): part.acrossRecords
    case .all(let parts): parts.count == 1 ? parts[0].acrossRecords : nil
    default: nil
    }
  }

  /// Takes what annotations around the part say.
  fileprivate func takeAnnotations(_ given: inout RuleAnnotation) {
    switch self {
    case .annotated(let annotation, let part):
      given.take(annotation)
      part.takeAnnotations(&given)
    case .because(_, let part): part.takeAnnotations(&given)
    case .all(let parts): for part in parts { part.takeAnnotations(&given) }
    default: break
    }
  }
}
