/// The textual formats of `format`: those of profiles (docs/reference/formats.md#formats), and
/// those that the drafts of JSON Schema name. A format that both have means the same in both.
package enum Format: String, CaseIterable, Hashable, Sendable {
  case email, uuid, date, time
  case dateTime = "date-time"
  case duration, uri, ipv4, ipv6, hostname, phone, base64
  case jsonPointer = "json-pointer"
  case iban, isbn, ean, luhn, lei
  case mod97 = "iso7064-mod-97-10"
  case idnEmail = "idn-email"
  // Only JSON Schema has these.
  case idnHostname = "idn-hostname"
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// The formats that a profile may name, in the order in which messages list them.
  package static let inProfiles: [Format] = [
    .email, .uuid, .date, .time, .dateTime, .duration, .uri, .ipv4, .ipv6, .hostname, .phone,
    .base64, .jsonPointer, .iban, .isbn, .ean, .luhn, .lei, .mod97, .idnEmail,
  ]

  /// Those of them that JSON Schema does not know.
  private static let onlyInProfiles: Set<Format> = [
    .phone, .base64, .iban, .isbn, .ean, .luhn, .lei, .mod97,
  ]

  /// The format that a JSON Schema of any draft means by a name; nil where the name says nothing.
  package init?(inSchema name: String) {
    guard let format = Format(rawValue: name), !Format.onlyInProfiles.contains(format) else {
      return nil
    }
    self = format
  }
}
