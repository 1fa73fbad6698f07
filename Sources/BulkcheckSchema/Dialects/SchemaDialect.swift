internal import BulkcheckCore

/// The drafts of JSON Schema that are understood, in their order.
package enum SchemaDialect: String, CaseIterable, Hashable, Sendable, Comparable {
  case draft4 = "4"
  case draft6 = "6"
  case draft7 = "7"
  case draft2019 = "2019-09"
  case draft2020 = "2020-12"

  /// The dialect that a `$schema` names; nil if it names none of them.
  package init?(metaschema uri: String) {
    let address = URIText.split(uri).address
    guard let dialect = Self.allCases.first(where: { $0.metaschema == address }) else { return nil }
    self = dialect
  }

  /// Without fragment.
  package var metaschema: String {
    switch self {
    case .draft4: "http://json-schema.org/draft-04/schema"
    case .draft6: "http://json-schema.org/draft-06/schema"
    case .draft7: "http://json-schema.org/draft-07/schema"
    case .draft2019: "https://json-schema.org/draft/2019-09/schema"
    case .draft2020: "https://json-schema.org/draft/2020-12/schema"
    }
  }

  /// The name that people call it.
  package var name: String {
    switch self {
    case .draft4, .draft6, .draft7: "draft \(rawValue)"
    case .draft2019, .draft2020: rawValue
    }
  }

  /// Whether validators of the draft assert a format: those that it names, and some older ones.
  func knows(_ format: Format) -> Bool { self >= Self.first(with: format) }

  private static func first(with format: Format) -> SchemaDialect {
    switch format {
    case .uriReference, .uriTemplate, .jsonPointer: .draft6
    case .iri, .iriReference, .idnHostname, .relativeJSONPointer: .draft7
    case .uuid, .duration: .draft2019
    case .email, .idnEmail, .hostname, .ipv4, .ipv6, .uri, .date, .time, .dateTime, .regex,
      .phone, .base64, .iban, .isbn, .ean, .luhn, .lei, .mod97:
      .draft4
    }
  }

  private var order: Int {
    switch self {
    case .draft4: 4
    case .draft6: 6
    case .draft7: 7
    case .draft2019: 8
    case .draft2020: 9
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}
