/// The metaschemas that ship inside the tool, as json-schema.org publishes them.
package enum Metaschema {
  /// The bytes of a metaschema, by its URI without fragment.
  package static func bytes(_ uri: String) -> [UInt8]? {
    switch uri {
    case "http://json-schema.org/draft-04/schema": PackageResources.draft4_json
    case "http://json-schema.org/draft-06/schema": PackageResources.draft6_json
    case "http://json-schema.org/draft-07/schema": PackageResources.draft7_json
    default: uri.hasPrefix(folder) ? part(String(uri.dropFirst(folder.count))) : nil
    }
  }

  private static let folder = "https://json-schema.org/draft/"

  /// The bytes of a metaschema, or of a part of one, by its path in the folder.
  private static func part(_ path: String) -> [UInt8]? {
    switch path {
    case "2019-09/schema": PackageResources.draft2019_json
    case "2019-09/meta/core": PackageResources.draft2019_core_json
    case "2019-09/meta/applicator": PackageResources.draft2019_applicator_json
    case "2019-09/meta/validation": PackageResources.draft2019_validation_json
    case "2019-09/meta/meta-data": PackageResources.draft2019_meta_data_json
    case "2019-09/meta/format": PackageResources.draft2019_format_json
    case "2019-09/meta/content": PackageResources.draft2019_content_json
    case "2020-12/schema": PackageResources.draft2020_json
    case "2020-12/meta/core": PackageResources.draft2020_core_json
    case "2020-12/meta/applicator": PackageResources.draft2020_applicator_json
    case "2020-12/meta/unevaluated": PackageResources.draft2020_unevaluated_json
    case "2020-12/meta/validation": PackageResources.draft2020_validation_json
    case "2020-12/meta/meta-data": PackageResources.draft2020_meta_data_json
    case "2020-12/meta/format-annotation": PackageResources.draft2020_format_annotation_json
    case "2020-12/meta/format-assertion": PackageResources.draft2020_format_assertion_json
    case "2020-12/meta/content": PackageResources.draft2020_content_json
    default: nil
    }
  }
}
