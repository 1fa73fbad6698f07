import Foundation
import FuzzTargets
import Testing

/// Inputs that fuzzing has found once, and the samples of the repository, by the targets that found
/// them.
@Suite struct FuzzCaseTests {
  /// An input of a target.
  struct Case: CustomTestStringConvertible, Sendable {
    var target: FuzzTarget
    var path: String
    var testDescription: String { "\(target.rawValue)/\(path.split(separator: "/").last ?? "")" }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func cases(in name: String) -> [Case] {
    FuzzTarget.allCases.flatMap { target -> [Case] in
      let cases = folder.appending(path: "\(name)/\(target.rawValue)")
      let files = (try? FileManager.default.contentsOfDirectory(atPath: cases.path)) ?? []
      return files.sorted().map { Case(target: target, path: cases.appending(path: $0).path) }
    }
  }

  static let kept = cases(in: "Cases")
  static let seeds = cases(in: "Seeds")

  @Test("a kept case of fuzzing is answered", arguments: kept + seeds)
  func replay(_ input: Case) throws {
    let bytes = try Data(contentsOf: URL(filePath: input.path))
    let finding = input.target.finding(in: Array(bytes))
    #expect(finding == nil)
  }

  @Test("every target has seeds", arguments: FuzzTarget.allCases)
  func coverage(_ target: FuzzTarget) {
    #expect(Self.seeds.contains { $0.target == target })
  }

  @Test("the script runs every target")
  func script() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "run"), encoding: .utf8)
    let list = try #require(text.firstMatch(of: /targets=\(([^)]*)\)/)).1
    let names = list.split { $0 == " " || $0 == "\n" }.map(String.init)
    #expect(names.sorted() == FuzzTarget.allCases.map(\.rawValue).sorted())
  }

  /// A seed that is refused leads the fuzzer nowhere.
  @Test(
    "the seeds of partial results are such: made anew by make_partial_seeds.py, they are merged")
  func partialSeeds() throws {
    for seed in Self.seeds where seed.target == .partials {
      let bytes = try Data(contentsOf: URL(filePath: seed.path))
      // The others hold the version of the tool, with which they become old.
      guard bytes.first == 0 else { continue }
      #expect(PartialTarget.isMerged(Array(bytes)), "\(seed.path)")
    }
  }

  /// Settings are single bytes in front: these zeros are the first choice of each.
  @Test("every target takes inputs of no and of few bytes", arguments: FuzzTarget.allCases)
  func few(_ target: FuzzTarget) {
    for count in 0..<8 {
      for byte: UInt8 in [0, 10, 34, 44, 91, 123, 255] {
        #expect(target.finding(in: Array(repeating: byte, count: count)) == nil)
      }
    }
  }
}
