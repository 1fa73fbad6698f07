internal import Benchmark
internal import Bulkcheck
internal import Foundation
internal import Requirements

/// The body of a request: about 300 bytes.
private struct Signup: Decodable, Sendable {
  struct Address: Decodable, Sendable {
    var street: String
    var city: String
    var zip: String
  }

  var id: UUID
  var username: String
  var email: String
  var age: Int
  var plan: String
  var balance: Double
  var tags: [String]
  var address: Address
  var bio: String?

  static let requirement = Requirement<Signup>.all {
    Requirement.on(\.username, .length(min: 3, max: 20))
    Requirement.on(\.email, .email())
    Requirement.on(\.age, .inRange(18...120))
    Requirement.on(\.plan, .oneOf("free", "pro", "team"))
    Requirement.on(\.balance, .inRange(0...10000))
    Requirement.on(\.tags, .count(max: 5))
    Requirement.on(\.address.city, .notEmpty())
    Requirement.on(\.bio, .ifPresent(.maxLength(160)))
  }

  static let valid = """
    {"id":"6f1c2a30-8d3e-4b7a-9a51-0c2f8f6f7b11","username":"anna_1990","email":"anna@example.com",\
    "age":34,"plan":"pro","balance":120.5,"tags":["new","north","mobile"],"address":{"street":\
    "Storgata 1","city":"Oslo","zip":"0155"},"bio":"Likes long walks on short beaches, and \
    green tea with lemon, hot."}
    """

  /// A value is missing, one has the wrong type, and two fail the requirement.
  static let invalid =
    valid
    .replacing(#""zip":"0155""#, with: #""zap":"0155""#)
    .replacing(#""balance":120.5"#, with: #""balance":"12""#)
    .replacing("anna@example.com", with: "anna-example.com")
    .replacing(#""age":34"#, with: #""age":14"#)

  /// The four failures are of the requirement.
  static let unmet =
    valid
    .replacing("anna_1990", with: "an")
    .replacing("anna@example.com", with: "anna-example.com")
    .replacing(#""age":34"#, with: #""age":14"#)
    .replacing(#""plan":"pro""#, with: #""plan":"all""#)
}

/// `decode` in percent of the time that `JSONDecoder` takes for the valid body.
///
/// For a body that it cannot decode `JSONDecoder` takes another time, since it stops at the first
/// failure. That is measured too.
func measureDecoding(isTiny: Bool) {
  func metric(_ name: String) -> BenchmarkMetric {
    .custom(name, polarity: .prefersSmaller, useScalingFactor: false)
  }
  let bodies = [
    ("Valid (%)", Signup.valid, 0), ("Four failures, undecodable (%)", Signup.invalid, 4),
    ("Four failures of the requirement (%)", Signup.unmet, 4),
  ].map { name, text, failures in
    (metric: metric(name), bytes: Data(text.utf8), failures: failures)
  }
  let stopping = metric("JSONDecoder, undecodable (%)")
  Benchmark(
    "decode: CPU times in percent of JSONDecoder's",
    configuration: .init(
      metrics: bodies.map(\.metric) + [stopping], warmupIterations: 1, scalingFactor: .one,
      maxDuration: .seconds(60), maxIterations: isTiny ? 1 : 7)
  ) { benchmark in
    let times = isTiny ? 10 : 50_000
    let validator = try BatchValidator(Signup.requirement)
    let decoder = JSONDecoder()
    func seconds(_ run: () throws -> Void) rethrows -> Double {
      let start = BatchJob.processorSeconds
      for _ in 0..<times { try run() }
      return BatchJob.processorSeconds - start
    }
    let usual = try seconds { blackHole(try decoder.decode(Signup.self, from: bodies[0].bytes)) }
    func measure(_ metric: BenchmarkMetric, _ seconds: Double) {
      benchmark.measurement(metric, Int((100 * seconds / usual).rounded()))
    }
    for body in bodies {
      var found = 0
      let taken = seconds {
        if case .failure(let failures) = validator.decode(body.bytes) {
          found += failures.reasons.count
        }
      }
      if found != times * body.failures { benchmark.error("\(found) failures") }
      measure(body.metric, taken)
    }
    measure(
      stopping,
      seconds { blackHole(try? decoder.decode(Signup.self, from: bodies[1].bytes)) })
  }
}
