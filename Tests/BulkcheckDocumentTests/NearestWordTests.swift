import BulkcheckDocument
import Testing

@Suite("The nearest word")
struct NearestWordTests {
  @Test(
    "is the closest one, if one is close",
    arguments: [
      ("requird", ["required", "present"], "required"), ("ID", ["id"], "id"),
      ("max_length", ["maxLength", "maxItems"], "maxLength"), ("Name ", ["Name"], "Name"),
      ("tpye", ["type", "items"], "type"), ("fo", ["of", "if", "on"], "of"),
      ("id", ["id"], nil), ("a", ["b"], nil), ("xyzzy", ["type"], nil), ("", ["a"], nil),
      ("ab", ["abcd"], nil), ("minimun", ["minimum", "maximum"], "minimum"),
      ("größe", ["Größe", "Grösse"], "Größe"), ("é", ["e\u{301}"], nil),
      (String(repeating: "a", count: 65), [String(repeating: "a", count: 64)], nil),
    ] as [(String, [String], String?)])
  func words(word: String, candidates: [String], nearest: String?) {
    #expect(NearestWord.of(word, among: candidates) == nearest)
  }

  /// The definition, by recursion over the ends of both words.
  private func distance(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
    guard let last = left.last, let other = right.last else { return max(left.count, right.count) }
    var best = min(
      distance(left.dropLast(), right) + 1, distance(left, right.dropLast()) + 1,
      distance(left.dropLast(), right.dropLast()) + (last == other ? 0 : 1))
    if left.count > 1, right.count > 1, left.dropLast().last == other,
      right.dropLast().last == last
    {
      best = min(best, distance(left.dropLast(2), right.dropLast(2)) + 1)
    }
    return best
  }

  @Test("agrees with the definition of distance on all short words of two letters")
  func definition() {
    var words = [""]
    for length in 1...4 {
      words += words.filter { $0.count == length - 1 }.flatMap { [$0 + "a", $0 + "b"] }
    }
    for word in words.dropFirst() {
      for other in words.dropFirst() where word != other {
        let expected = distance(Array(word)[...], Array(other)[...])
        let isNear = expected <= 1 && expected < other.count
        #expect((NearestWord.of(word, among: [other]) != nil) == isNear, "\(word) \(other)")
      }
    }
  }
}
