import Testing

@testable import BulkcheckCore

@Suite("A set of values")
struct ValueSetTests {
  private func set(_ values: [(ValueKind, String)], holdsCells: Bool = false) throws -> ValueSet {
    var builder = ValueSetBuilder(holdsCells: holdsCells)
    for (kind, text) in values { try insert(kind, text, &builder) }
    return builder.finish()
  }

  private func insert(
    _ kind: ValueKind, _ text: String, _ builder: inout ValueSetBuilder
  ) throws {
    let bytes = OwnedBytes(text)
    try builder.insert(kind, bytes.view)
    withExtendedLifetime(bytes) {}
  }

  private func contains(_ set: ValueSet, _ kind: ValueKind, _ text: String) -> Bool {
    let bytes = OwnedBytes(text)
    return withExtendedLifetime((set, bytes)) { set.table.contains(kind, bytes.view) }
  }

  @Test("texts are equal by their bytes, whatever their length")
  func texts() throws {
    let long = String(repeating: "é", count: 70) + "x"
    let longest = String(repeating: "abcdefgh", count: 5_000)
    let set = try set(["", "a", "NO", long, longest, "NO"].map { (.string, $0) })
    #expect(set.count == 5)
    for text in ["", "a", "NO", long, longest] { #expect(contains(set, .string, text), "\(text)") }
    for text in ["b", "NO ", "no", String(long.dropLast()), longest + "a", "e\u{301}"] {
      #expect(!contains(set, .string, text), "\(text)")
    }
    #expect(!contains(set, .number, "1"))
    #expect(!contains(set, .true, "true"))
  }

  @Test("numbers are equal by their value, and never to texts")
  func numbers() throws {
    let long = "12345678901234567890123456789012345678901234567890"
    let set = try set(["1", "2.50", "-0", "1e400", long, "1.0"].map { (.number, $0) })
    #expect(set.count == 5)
    for digits in ["1", "1.000", "10e-1", "2.5", "0", "0.0", "10e399", long + ".0", long] {
      #expect(contains(set, .number, digits), "\(digits)")
    }
    for digits in ["2", "-1", "1e399", long + "1", String(long.dropLast())] {
      #expect(!contains(set, .number, digits), "\(digits)")
    }
    #expect(!contains(set, .string, "1"))
    #expect(contains(set, .cell, "1.0"))
    #expect(!contains(set, .cell, "x"))
  }

  @Test("booleans are values of their own")
  func booleans() throws {
    let set = try set([(.true, "true"), (.true, "true")])
    #expect(set.count == 1)
    #expect(contains(set, .true, ""))
    #expect(!contains(set, .false, ""))
    #expect(contains(set, .cell, "true"))
    #expect(!contains(set, .string, "true"))
  }

  @Test("a cell is a text for cells and texts, and a number or a boolean for these")
  func cells() throws {
    let set = try set(
      ["007", "7.0", "true", "NO"].map { (.cell, $0) }, holdsCells: true)
    #expect(set.count == 4)
    for text in ["007", "7.0", "true", "NO"] {
      #expect(contains(set, .cell, text), "\(text)")
      #expect(contains(set, .string, text), "\(text)")
    }
    for text in ["7", "7.00", "TRUE"] {
      #expect(!contains(set, .cell, text), "\(text)")
      #expect(!contains(set, .string, text), "\(text)")
    }
    #expect(contains(set, .number, "7"))
    #expect(!contains(set, .number, "8"))
    #expect(contains(set, .true, ""))
    #expect(!contains(set, .false, ""))
  }

  @Test("arrays, objects and nothing are in no set")
  func others() throws {
    let set = try set([(.array, "[]"), (.object, "{}"), (.null, "null"), (.absent, "")])
    #expect(set.count == 0)
    for kind in [ValueKind.array, .object, .null, .absent, .string, .number, .true, .cell] {
      #expect(!contains(set, kind, "[]"))
    }
  }

  @Test("many values that begin alike are all found, and no others")
  func many() throws {
    var builder = ValueSetBuilder()
    for number in 0..<50_000 {
      try insert(.string, "CUSTOMER-\(1_000_000 + 2 * number)", &builder)
      try insert(.number, "\(3 * number)", &builder)
    }
    let set = builder.finish()
    #expect(set.count == 100_000)
    let wrong = (0..<100_000).filter { number in
      contains(set, .string, "CUSTOMER-\(1_000_000 + number)") != (number % 2 == 0)
        || contains(set, .number, "\(number).0") != (number % 3 == 0)
    }
    #expect(wrong.isEmpty)
  }
}
