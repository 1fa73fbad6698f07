import Testing

@testable import BulkcheckSchema

@Test func dialectsAreNamedAsOnTheCommandLine() {
  #expect(SchemaDialect.allCases.map(\.rawValue) == ["4", "6", "7", "2019-09", "2020-12"])
}
