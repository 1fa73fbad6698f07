internal import Benchmark
internal import Foundation
internal import Requirements
internal import RequirementsPatterns

private let isTiny = ProcessInfo.processInfo.environment["BULKCHECK_BENCHMARK_SIZE"] == "tiny"

/// Requirements of Swift values; times are of one evaluation.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal], warmupIterations: 1,
    scalingFactor: isTiny ? .one : .mega, maxDuration: .seconds(5),
    maxIterations: isTiny ? 1 : 20)

  let edges = Requirement<String>.all {
    Requirement.notEmpty()
    Requirement.minLength(3)
    Requirement.maxLength(20)
    Requirement.hasPrefix("an")
    Requirement.hasSuffix("0")
  }
  measure("requirement: five built-ins", edges, "anna_1990")

  let username = Requirement<String>.all {
    Requirement.notEmpty().because("A name")
    Requirement.minLength(3).because("3 characters")
    Requirement.maxLength(20).because("20 characters")
    Requirement.matches(pattern: "^[a-zA-Z0-9_]+$").because("Letters, digits, underscores")
    Requirement.hasSuffix("0").because("A round number")
  }
  measure("requirement: five built-ins, a pattern, reasons", username, "anna_1990")
  measure("requirement: five built-ins, first reason of a bad text", username, "an", isGood: false)

  let international = Requirement<String>.all {
    Requirement.notEmpty()
    Requirement.minLength(3)
    Requirement.maxLength(20)
    Requirement.hasPrefix("Zo")
    Requirement.hasSuffix("0")
  }
  measure("requirement: five built-ins, text not ASCII", international, "Zoé_1990")

  let email = Requirement<String>.all {
    Requirement.notEmpty()
    Requirement.maxLength(64)
    Requirement.email()
    Requirement.hasSuffix(".com")
    Requirement.not(.oneOf("root@example.com", "admin@example.com"))
  }
  measure("requirement: five built-ins, an email", email, "anna.b@example.com")
  measureBatches(isTiny: isTiny)
  measureDecoding(isTiny: isTiny)
}

/// One benchmark, which fails if the answer is wrong.
private func measure(
  _ title: String, _ requirement: Requirement<String>, _ text: String, isGood: Bool = true
) {
  Benchmark(title) { benchmark in
    if requirement.evaluate(text).isConfirmed != isGood { benchmark.error("\(title): wrong") }
    for _ in benchmark.scaledIterations { blackHole(requirement.evaluate(text)) }
  }
}
