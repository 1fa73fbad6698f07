import Testing

@testable import BulkcheckCore

@Suite("The ways to values of a text")
struct WayFinderTests {
  /// A value of some hundred kilobytes, deep in places, with texts that look like structure.
  private static func text(_ generator: inout SystemRandomNumberGenerator) -> String {
    func value(_ depth: Int, _ generator: inout SystemRandomNumberGenerator) -> String {
      switch depth < 12 ? Int.random(in: 0..<6, using: &generator) : 5 {
      case 0, 1:
        let members = (0..<Int.random(in: 0..<4, using: &generator)).map {
          #""k\#($0)\"," : "# + value(depth + 1, &generator)
        }
        return "{" + members.joined(separator: ", ") + "}"
      case 2, 3:
        let elements = (0..<Int.random(in: 0..<4, using: &generator)).map { _ in
          value(depth + 1, &generator)
        }
        return "[ " + elements.joined(separator: " ,") + "]"
      case 4: return #""{[\",\\""#
      default: return String(repeating: "7", count: Int.random(in: 1..<40, using: &generator))
      }
    }
    return "[" + (0..<4000).map { _ in value(0, &generator) }.joined(separator: ",") + "]"
  }

  private static func describe(_ steps: [InstanceLocation.Step]) -> [String] {
    steps.map { step in
      switch step {
      case .element(let index): "\(index)"
      case .member(let key): "key " + key.text
      }
    }
  }

  @Test("are the same in any order, as if each were looked for from the beginning")
  func order() {
    var generator = SystemRandomNumberGenerator()
    let json = OwnedBytes(Self.text(&generator))
    withExtendedLifetime(json) {
      var finder = WayFinder(json.view)
      for _ in 0..<400 {
        let target = Int.random(in: 0..<json.view.count, using: &generator)
        var fresh = WayFinder(json.view)
        #expect(
          Self.describe(finder.steps(to: target)) == Self.describe(fresh.steps(to: target)),
          "byte \(target)")
      }
    }
  }
}
