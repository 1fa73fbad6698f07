internal import BulkcheckCore
internal import BulkcheckDocument

/// A generic test of dbt as it is written: its name, its arguments, and its settings.
struct DbtTest {
  private let offset: Int
  private let column: String?
  private var name: String?
  private var arguments: [DocumentMember] = []
  /// `severity`, `where` and the like, whether they stand under `config` or not.
  private var settings: [DocumentMember] = []
  /// The name that the test is given.
  private var givenName: DocumentNode?

  /// Members beside the arguments that are no settings.
  private static let others: Set<String> = [
    "name", "description", "config", "arguments", "test_name",
  ]

  /// Settings, which may stand beside the arguments.
  private static let settingNames: Set<String> = [
    "severity", "where", "enabled", "error_if", "warn_if", "fail_calc", "limit", "tags", "meta",
    "store_failures", "store_failures_as", "database", "schema", "alias", "group", "docs",
  ]

  init(_ node: DocumentNode, column: String?) {
    self.column = column
    guard let members = node.members else {
      name = node.text
      offset = node.offset
      return
    }
    let isLong = members.named("test_name") != nil
    let test =
      isLong
      ? members.named("test_name")
      : members.first { !Self.others.contains($0.name) && !Self.settingNames.contains($0.name) }
    name = isLong ? test?.value.text : test?.name
    offset = test?.nameOffset ?? node.offset
    take(members.filter { isLong || $0.name != test?.name })
    if !isLong { take(test?.value.members ?? []) }
  }

  /// Sorts members into arguments and settings.
  private mutating func take(_ members: [DocumentMember]) {
    for member in members {
      switch member.name {
      case "config": settings += member.value.members ?? []
      case "arguments": arguments += member.value.members ?? []
      case "name": givenName = member.value
      case "description", "test_name": break
      default:
        if Self.settingNames.contains(member.name) {
          settings.append(member)
        } else {
          arguments.append(member)
        }
      }
    }
  }

  // MARK: Checks

  /// The test as a check, or as none if it is switched off.
  func checks(_ options: ImportOptions) -> [ImportedCheck] {
    let target = arguments.named("column_name")?.value.text ?? column
    var draft = CheckDraft(at: offset, column: target, options)
    draft.name = givenName?.text
    if let enabled = settings.named("enabled")?.value {
      if enabled.boolean == false {
        draft.remark("is switched off (enabled: false)")
        return [draft.check]
      }
      if enabled.hasTemplate {
        draft.remark("runs in dbt if a variable is set; here it always runs")
      }
    }
    guard let name else {
      draft.refuse("an entry that is not a test")
      return [draft.check]
    }
    guard setSeverity(of: &draft) else { return [draft.check] }
    if let calculation = settings.named("fail_calc") {
      draft.refuse("a number of failures that is computed", at: calculation.nameOffset)
      return [draft.check]
    }
    draft.labels = labels
    if let condition = settings.named("where")?.value, !condition.isNull {
      guard draft.restrict(to: condition) else { return [draft.check] }
    }
    let given = arguments.filter { $0.name != "column_name" && $0.name != "model" }
    let call = DbtCall(name: name, column: target, arguments: given, offset: offset)
    var warning = draft
    let isError = draft.severity == nil
    draft.add(call)
    if isError { addWarning(call, &warning, to: &draft) }
    return [draft.check]
  }

  /// Adds the test once more as a warning, if fewer failures warn than are an error.
  ///
  /// - Parameter warning: the draft before the test was added.
  private func addWarning(
    _ call: DbtCall, _ warning: inout CheckDraft, to draft: inout CheckDraft
  ) {
    guard let errorLimit = settings.named("error_if")?.value, !draft.check.parts.isEmpty else {
      return
    }
    // In dbt, one failure is a warning unless the test says otherwise.
    let limit = settings.named("warn_if")?.value ?? .text("!= 0", at: errorLimit.offset)
    guard let allowed = Self.tolerated(by: limit) else {
      return draft.leave("a number of warnings that is not an upper limit", at: limit.offset)
    }
    guard allowed < warning.tolerance?.digits.flatMap({ Int($0) }) ?? 0 else { return }
    warning.severity = .text("warning", at: limit.offset)
    warning.tolerance = allowed > 0 ? .number(allowed, at: limit.offset) : nil
    warning.add(call)
    draft.absorb(warning.check)
  }

  /// The tags as labels.
  private var labels: [DocumentNode] {
    (settings.named("tags")?.value.listed ?? []).filter {
      !($0.text ?? "").isEmpty && !$0.hasTemplate
    }
  }

  /// Sets severity and tolerance; false if the check is left over.
  private func setSeverity(of draft: inout CheckDraft) -> Bool {
    let severity = settings.named("severity")?.value
    if let severity {
      if severity.hasTemplate {
        draft.remark("its severity is a variable; here it is an error")
      } else {
        draft.setSeverity(severity)
      }
    }
    let isWarning = draft.severity != nil
    guard let limit = settings.named(isWarning ? "warn_if" : "error_if")?.value else { return true }
    guard let allowed = Self.tolerated(by: limit) else {
      draft.refuse("a number of failures that is not an upper limit", at: limit.offset)
      return false
    }
    if allowed > 0 { draft.tolerance = .number(allowed, at: limit.offset) }
    return true
  }

  /// The failures that a condition such as `> 10` lets pass; nil if it is of another kind.
  private static func tolerated(by condition: DocumentNode) -> Int? {
    guard let text = condition.text else { return nil }
    let sign = ForeignSQL.trimmed(String(text.prefix { !$0.isNumber }))
    guard let number = Int(ForeignSQL.trimmed(String(text.drop { !$0.isNumber }))) else {
      return nil
    }
    switch sign {
    case ">": return number
    case ">=" where number > 0: return number - 1
    case "!=" where number == 0, "<>" where number == 0: return 0
    default: return nil
    }
  }
}

/// The call of a generic test: a name with arguments.
struct DbtCall {
  var name: String
  var column: String?
  var arguments: [DocumentMember]
  var offset: Int

  /// The value of an argument; nil if it is null or not given.
  subscript(name: String) -> DocumentNode? {
    guard let value = arguments.named(name)?.value, !value.isNull else { return nil }
    return value
  }

  /// An argument beside those that are known.
  func unknown(beside known: [String]) -> DocumentMember? {
    arguments.first { !known.contains($0.name) && !$0.value.isNull }
  }
}
