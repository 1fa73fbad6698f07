/// The textual formats of `format` (SEMANTICS 31).
package enum Format: String, CaseIterable, Hashable, Sendable {
  case email, uuid, date, time
  case dateTime = "date-time"
  case duration, uri, ipv4, ipv6, hostname, phone, base64
  case jsonPointer = "json-pointer"
}
