import BulkcheckCore
import BulkcheckDocument
import BulkcheckProfile
import Testing

@Suite("The contract's example")
struct ExampleTests {
  @Test("has no mistake")
  func lintsClean() {
    #expect(mistakes(exampleProfile).map(\.sentence) == [])
  }

  @Test("makes these rules in this order")
  func ids() throws {
    let ruleSet = try read(exampleProfile).ruleSet
    #expect(
      ruleSet.rules.map(\.id) == [
        "id.type", "id.required", "id.format", "email.type", "email-required", "email-format",
        "age.type", "age.required", "age-adult", "plan.enum", "phone.required", "tags.type",
        "tags.minItems", "tags.maxItems", "tags.items.type", "tags.items.notEmpty",
        "address.city.required", "address.city.notEmpty", "us-zip", "contactable",
        "dates-in-order",
      ])
  }

  @Test("names these paths in this order")
  func paths() throws {
    let ruleSet = try read(exampleProfile).ruleSet
    #expect(
      ruleSet.paths.map(\.description) == [
        "id", "email", "age", "plan", "phone", "tags", "tags[*]", "address.city", "country",
        "address.zip", "start", "end",
      ])
  }

  @Test("lowers a rule with its attributes")
  func attributes() throws {
    let ruleSet = try read(exampleProfile).ruleSet
    let rule = try #require(ruleSet.rule("email-format"))
    #expect(rule.field == "email")
    #expect(rule.constraint == "pattern")
    #expect(
      rule.expression
        == .constraint(
          .pattern(
            PatternSource(
              #"^[A-Z0-9._%+-]+@[A-Z0-9.-]+\.[A-Z]{2,}$"#, options: [.caseInsensitive]))))
    #expect(rule.attributes.message.segments == [.value, .literal(" is not an email address")])
    let zip = try #require(ruleSet.rule("us-zip"))
    #expect(zip.field == nil)
    #expect(zip.constraint == "when")
    #expect(zip.attributes.tolerance == Tolerance(percent: "5"))
    #expect(zip.paths.map(\.description) == ["country", "address.zip"])
    #expect(ruleSet.rule("phone.required")?.attributes.severity == .warning)
    #expect(ruleSet.declarations[FieldPath([.key("email")])]?.normalize == [.trim])
  }

  @Test("keeps its test as one line of JSON")
  func fixtures() throws {
    let profile = try read(exampleProfile)
    #expect(profile.tests.count == 1)
    #expect(profile.tests.first?.fails == ["age-adult", "phone.required"])
    guard case .record(let record) = profile.tests.first?.subject else {
      Issue.record("the test is about one record")
      return
    }
    #expect(record.hasPrefix(#"{"id":"6f1c2a30-"#))
    #expect(profile.tests.first?.line == 35)
  }

  @Test("is listed as aligned text")
  func listing() throws {
    let text = RuleListing.text(try read(exampleProfile).ruleSet)
    #expect(text.contains("tags.items.notEmpty"))
    #expect(text.contains(#"country: const "US""#))
    #expect(text.contains("blocked by tags.type, tags.items.type"))
  }
}
