internal import BulkcheckCore
internal import BulkcheckDocument

extension Expression {
  /// The kinds of values that it is about; nil for a statement about every kind, and for one whose
  /// parts speak for themselves.
  fileprivate var subject: ConstraintSubject? {
    switch self {
    case .names: .objects
    case .refers: .scalars
    case .constraint(let constraint): constraint.subject
    default: nil
    }
  }
}

extension ProfileReader {
  /// Complains about a constraint that no name of a member can pass.
  mutating func checkAboutNames(_ statement: Expression, _ form: ConstraintForm) {
    switch statement {
    case .items, .someItem, .fields, .names:
      return complain(form.nameOffset, .notAboutNames(form.keyword))
    case .constraint(.references), .refers:
      return complain(form.nameOffset, .notAboutNames(form.keyword))
    default: break
    }
    guard let subject = statement.subject, !subject.types.contains(.string) else {
      return
    }
    complain(form.nameOffset, .notAboutNames(form.keyword))
  }

  /// Complains about a constraint that could never pass, because it is about none of the types that
  /// its path is declared to have. The declarations are known in the second reading.
  mutating func checkSubject(
    _ statement: Expression, _ form: ConstraintForm, _ context: BlockContext
  ) {
    guard let subject = statement.subject,
      let types = declaration(of: context.path)?.types,
      !types.contains(where: subject.types.contains)
    else { return }
    complain(
      form.nameOffset,
      .aboutOtherTypes(form.keyword, subject, path: context.path, types: types))
  }
}
