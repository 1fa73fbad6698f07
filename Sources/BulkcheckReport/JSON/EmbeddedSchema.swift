/// The JSON Schemas (draft 2020-12) that ship inside the tool.
public enum EmbeddedSchema: String, CaseIterable, Sendable {
  /// Of the profile.
  case profile
  /// Of the JSON report.
  case report

  /// The schema's text.
  public var text: String {
    let bytes =
      switch self {
      case .profile: PackageResources.profile_schema_json
      case .report: PackageResources.report_schema_json
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
