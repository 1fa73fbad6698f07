internal import BulkcheckCore

/// The formats of schemas. Names that no draft has are annotations.
enum SchemaFormat {
  static func named(_ name: String) -> Format? {
    switch name {
    case "date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri",
      "uuid", "json-pointer":
      Format(rawValue: name)
    default: nil
    }
  }
}
