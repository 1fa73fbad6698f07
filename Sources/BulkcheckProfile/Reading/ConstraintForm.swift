internal import BulkcheckCore
internal import BulkcheckDocument

/// A constraint's short or long form, taken apart (docs/reference/profile.md#short-and-long-form).
struct ConstraintForm {
  /// The key in its block.
  var keyword: Keyword
  var nameOffset: Int
  /// nil: the long form of a flag without `value`, which means `true`.
  var operand: DocumentNode?
  /// The offset of the operand, or of the key where there is none.
  var offset: Int
  var options: Set<PatternSource.Option> = []
  /// `as` and `timeZone` of a format.
  var notation: [DocumentMember] = []
  var isLong = false
  /// The members of the long form but `value`, `options` and the notation.
  var attributes: [DocumentMember] = []
}

/// Takes short and long forms of constraints apart.
extension ProfileReader {
  /// - Parameter takesAttributes: false inside a form that is one rule
  ///   (docs/reference/profile.md#short-and-long-form).
  /// - Returns: nil after a complaint about the form.
  mutating func form(
    _ member: DocumentMember, _ keyword: Keyword, takesAttributes: Bool
  ) -> ConstraintForm? {
    let node = member.value
    let short = ConstraintForm(
      keyword: keyword, nameOffset: member.nameOffset, operand: node, offset: node.offset)
    guard let members = node.members else { return short }
    let value = members.named("value")
    switch keyword {
    case .fields:
      guard members.named("id")?.value.text != nil else { return short }
    case _ where keyword.takesBlock:
      guard value != nil else { return short }
    default: break
    }
    if value == nil, !keyword.isFlag {
      let form = "the long form of `\(keyword.rawValue)`"
      return refuse(node.offset, .missing("value", in: form))
    }
    var form = ConstraintForm(
      keyword: keyword, nameOffset: member.nameOffset, operand: value?.value,
      offset: value?.value.offset ?? node.offset)
    form.isLong = true
    for member in members where member.name != "value" {
      if member.name == "options", keyword.takesOptions {
        form.options = options(member.value)
      } else if keyword == .format, Self.notationKeys.contains(member.name) {
        form.notation.append(member)
      } else if AttributeKey(rawValue: member.name) != nil {
        if takesAttributes {
          form.attributes.append(member)
        } else {
          complain(member.nameOffset, .attributeInside(member.name, keyword: keyword.rawValue))
        }
      } else {
        let known =
          ["value"] + (keyword.takesOptions ? ["options"] : [])
          + (keyword == .format ? Self.notationKeys : [])
          + (takesAttributes ? AttributeKey.names : [])
        complain(
          member.nameOffset,
          .unknownKey(member.name, in: "the long form of `\(keyword.rawValue)`", known: known))
      }
    }
    return form
  }

  mutating func options(_ node: DocumentNode) -> Set<PatternSource.Option> {
    guard let elements = list(node, "`options`", of: "strings", mayBeEmpty: true) else { return [] }
    return Set(
      elements.compactMap { word($0, "an option", as: PatternSource.Option.self) })
  }
}
