/// The words of the standard, as far as they say nothing of values: about people, places, storage
/// and meaning. All others are read, or left over by name.
enum StandardWords {
  private static let element: Set<String> = [
    "id", "name", "physicalName", "physicalType", "description", "businessName",
    "authoritativeDefinitions", "customProperties",
  ]

  /// Words of the contract itself.
  static let contract: Set<String> = [
    "apiVersion", "kind", "id", "name", "version", "status", "tenant", "tags", "servers",
    "dataProduct", "description", "domain", "support", "price", "team", "roles",
    "authoritativeDefinitions", "customProperties", "contractCreatedTs",
  ]

  /// Words of an object under `schema`.
  static let object = element.union(["dataGranularityDescription"])

  /// Words of a property.
  static let property = element.union([
    "primaryKeyPosition", "partitioned", "partitionKeyPosition", "classification",
    "encryptedName", "transformSourceObjects", "transformLogic", "transformDescription",
    "examples", "criticalDataElement",
  ])

  /// Words of an entry of `quality`.
  static let quality: Set<String> = [
    "name", "description", "authoritativeDefinitions", "businessImpact", "customProperties",
    "method", "schedule", "scheduler",
  ]

  /// Words of an entry of `relationships`.
  static let relationship: Set<String> = ["id", "description", "customProperties"]

  /// The words that an element or an entry may have, for the nearest one.
  enum Read {
    static let contract = ["schema", "slaDefaultElement", "slaProperties"]
    static let object = ["logicalType", "properties", "relationships", "quality", "tags"]
    static let property = [
      "logicalType", "logicalTypeOptions", "required", "unique", "primaryKey", "properties",
      "items", "relationships", "quality", "tags",
    ]
  }
}
