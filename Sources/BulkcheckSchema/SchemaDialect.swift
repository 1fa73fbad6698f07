/// The drafts of JSON Schema that are understood.
package enum SchemaDialect: String, CaseIterable, Hashable, Sendable {
  case draft4 = "4"
  case draft6 = "6"
  case draft7 = "7"
  case draft2019 = "2019-09"
  case draft2020 = "2020-12"
}
