import Bulkcheck
import Requirements
import Synchronization
import Testing

/// Closures of a requirement in a batch.
@Suite("Closures in a batch")
struct BatchClosureTests {
  struct Order: Decodable, Sendable {
    enum Status: String, Decodable, Sendable, CaseIterable { case open, paid }
    struct Line: Decodable, Sendable, Equatable {
      var sku: String
      var price: Double
    }
    struct Ship: Decodable, Sendable {
      var city: String?
      var days: Int
    }
    var id: String
    var amount: Int
    var note: String?
    var status: Status
    var lines: [Line]
    var ship: Ship
    var back: Ship?
  }

  private func line(_ changes: [(String, String)] = []) -> String {
    var text =
      #"{"id":"a\u0062c","amount":3,"status":"paid","lines":[{"sku":"x","price":1.5},"#
      + #"{"sku":"y","price":2}],"ship":{"city":"Oslo","days":2}}"#
    for (old, new) in changes { text = text.replacing(old, with: new) }
    return text
  }

  private func rule(
    _ requirement: Requirement<Order>, _ lines: [String], options: BatchOptions = BatchOptions(),
    name: String = "a.jsonl"
  ) throws -> Report.Rule {
    let report = try BatchValidator(requirement, options: options).validate([
      .bytes(lines.joined(separator: "\n").utf8, name: name)
    ])
    return try #require(report.rules.first { $0.constraint == "closure" })
  }

  private static func closure<Value>(
    _ message: String = "no", _ holds: @escaping @Sendable (Value) -> Bool
  ) -> Requirement<Value> {
    Requirement { holds($0) ? .confirmed : .failed(reason: Reason(message: message)) }
  }

  @Test("a closure gets the decoded value of its field alone")
  func values() throws {
    let requirements: [Requirement<Order>] = [
      .on(\.id, Self.closure { $0 == "abc" }),
      .on(\.amount, Self.closure { $0 == 3 }),
      .on(\.status, Self.closure { $0 == .paid }),
      .on(\.lines, Self.closure { $0.map(\.price) == [1.5, 2] }),
      .on(\.lines, .each(Self.closure { !$0.sku.isEmpty })),
      .on(\.lines, .each(.on(\.price, Self.closure { $0 < 3 }))),
      .on(\.ship, Self.closure { $0.days == 2 && $0.city == "Oslo" }),
      .on(\.note, Self.closure { $0 == nil }),
      Self.closure { $0.lines.count == 2 && $0.ship.days == $0.amount - 1 },
    ]
    for requirement in requirements {
      let found = try rule(requirement, [line()])
      #expect([found.passed, found.failed] == [1, 0], "\(found.id) \(found.samples)")
      // The same closure turned round fails, so it was asked.
      let turned = try BatchValidator(Requirement.not(requirement)).validate([
        .bytes(line().utf8, name: "a.jsonl")
      ])
      #expect(turned.records.invalid == 1)
    }
  }

  @Test("a closure's reason is the message, unless another one is given")
  func messages() throws {
    let closure: Requirement<Int> = Self.closure("three it must not be") { $0 != 3 }
    let own = try rule(.on(\.amount, closure), [line([(":3,", ":4,")]), line()])
    #expect(own.samples.map(\.message) == ["three it must not be"])
    #expect(own.samples.map(\.line) == [2])
    #expect(own.message == "{reason}")
    #expect(own.topValues.map(\.value) == ["3"])
    let other = try rule(.on(\.amount, closure.because("Not three")), [line()])
    #expect(other.samples.map(\.message) == ["Not three"])
  }

  @Test("a closure for each element is a rule with its reason")
  func elements() throws {
    struct Tagged: Decodable, Sendable { var tags: [String] }
    let requirement = Requirement<Tagged>.on(
      \.tags,
      .each {
        Requirement.notEmpty()
        Requirement {
          $0.hasPrefix("x") ? .failed(reason: Reason(message: "no x, but \($0)")) : .confirmed
        }
      })
    let lines = #"{"tags": ["a", "xb", "xc"]}"# + "\n" + #"{"tags": [""]}"#
    let report = try BatchValidator(requirement).validate([.bytes(lines.utf8, name: "a.jsonl")])
    let failing = report.rules.filter { $0.failed > 0 }
    #expect(failing.map(\.id) == ["tags.items", "tags.items-2"])
    #expect(failing.flatMap(\.samples).map(\.line) == [2, 1])
    #expect(failing.flatMap(\.samples).map(\.value) == ["\"\"", "\"xb\""])
    #expect(failing.last?.samples.first?.message == "no x, but xb")
  }

  @Test("missing values are judged only by closures that take an optional")
  func missing() throws {
    let lines = [line(), line([("\"id\"", "\"note\":\"n\",\"id\"")])]
    let all = try rule(.on(\.note, Self.closure { $0 != nil }), lines)
    #expect([all.passed, all.failed, all.missing] == [1, 1, 0])
    let present = try rule(.on(\.note, .ifPresent(Self.closure { $0 == "n" })), lines)
    #expect([present.passed, present.failed, present.missing] == [1, 0, 1])
  }

  @Test("a value that cannot be decoded fails the rule, with the reason and its place")
  func undecodable() throws {
    let huge = try rule(
      .on(\.amount, Self.closure { _ in true }), [line([(":3,", ":1e30,")])])
    #expect(huge.failed == 1)
    #expect(
      huge.samples.first?.message
        == "cannot be decoded: is not a whole number that fits in Int: 1e30")
    let deep = try rule(
      Self.closure { _ in true }, [line([("\"paid\"", "\"unknown\"")]), line([("2}}", "2.5}}")])])
    #expect(deep.failed == 2)
    #expect(
      deep.samples.map(\.message).allSatisfy { $0.hasPrefix("cannot be decoded: ") },
      "\(deep.samples)")
    #expect(deep.samples.last?.message.contains("ship.days is not a whole number") == true)
  }

  @Test("values of the wrong type are blocked: the closure is not asked")
  func blocked() throws {
    let asked = Atomic(0)
    let found = try rule(
      .on(
        \.amount,
        Requirement { _ in
          asked.add(1, ordering: .relaxed)
          return .confirmed
        }), [line([(":3,", ":\"3\",")])])
    #expect(found.blocked == 1)
    #expect(asked.load(ordering: .relaxed) == 0)
  }

  @Test("CSV: columns are put together to the value that a closure takes")
  func csv() throws {
    struct Row: Decodable, Sendable {
      struct Ship: Decodable, Sendable, Equatable {
        var city: String?
        var days: Int
      }
      var id: String
      var amount: Double
      var tags: [String]
      var ship: Ship
      var back: Ship?
    }
    let text = #"""
      id,amount,tags,ship.city,ship.days,back.city,back.days
      "a ""b"",",007.5,x|y,Oslo,2,,
      c,1,x,,3,Rome,4

      """#
    var options = BatchOptions()
    options.listSeparator = "|"
    let seen = Mutex<[String]>([])
    let validator = try BatchValidator(
      Requirement<Row>.all {
        Requirement { row in
          seen.withLock { $0.append("\(row)".replacing("Row #1", with: "Row")) }
          return .confirmed
        }
        Requirement.on(
          \.ship, Requirement { $0.days > 2 ? .confirmed : .failed(reason: Reason(message: "no")) })
        Requirement.on(
          \.back,
          Requirement { $0 == nil ? .confirmed : .failed(reason: Reason(message: "back")) })
        Requirement.on(\.tags, .unique(by: \.self))
      }, options: options)
    let report = validator.validate([.bytes(text.utf8, name: "a.csv")])
    let rules = report.rules.filter { $0.constraint == "closure" || $0.constraint == "unique" }
    #expect(
      rules.map { [$0.passed, $0.failed] } == [[2, 0], [1, 1], [1, 1], [2, 0]],
      "\(rules.map(\.samples))")
    let rows = seen.withLock { $0 }
    #expect(rows.count == 2)
    #expect(rows[0].contains("id: \"a \\\"b\\\",\"") && rows[0].contains("amount: 7.5"))
    #expect(rows[0].contains("tags: [\"x\", \"y\"]") && rows[0].contains("back: nil"))
    #expect(rows[1].contains("city: nil, days: 3") && rows[1].contains("Rome"))
  }

  @Test("closures are called by several threads, once for each record")
  func threads() throws {
    let asked = Atomic(0)
    var options = BatchOptions()
    options.run.threads = 4
    let lines = Array(repeating: line(), count: 20_000)
    let found = try rule(
      .on(
        \.amount,
        Requirement { value in
          asked.add(1, ordering: .relaxed)
          return value == 3 ? .confirmed : .failed(reason: Reason(message: "no"))
        }), lines, options: options)
    #expect([found.passed, asked.load(ordering: .relaxed)] == [20_000, 20_000])
  }
}
