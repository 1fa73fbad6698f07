import Twins

/// A profile and records that are made from the bytes, judged by the program and by the slow
/// evaluator.
enum RuleTarget {
  static func finding(in input: inout FuzzBytes) -> String? {
    let isCSV = input.byte() % 2 == 1
    let threads = input.pick([1, 1, 1, 2])
    let chunkBytes = input.pick([1 << 16, 64])
    let random = SeededGenerator(choices: input.rest())
    guard var drawn = RandomCase(random, isCSV: isCSV) else { return nil }
    drawn.draw(8)
    let way = Way(threads: threads, chunkBytes: chunkBytes, format: drawn.format)
    return drawn.disagreement(way).map { "\($0)\n\(drawn)" }
  }
}
