/// Finds the names that occur twice in an object whose members are records, in bounded memory.
///
/// Such an object has any number of members, and is never held whole: of
///
///     {"patients": {"a": {"age": 1}, "b": {"age": 2}, "a": {"age": 3}}}
///
/// the records at `/patients/*` are read one after another, so the first `a` has been handed out
/// when the third member comes. Its name is all that is remembered, as a key of a `unique` rule
/// would be (``SeenKeys``): in 16 bytes, in memory as long as there is room, and then in files.
///
/// Objects are numbered, and the number is part of the key: names are compared within one object.
/// Several may be open at once, one inside the other, so they share the memory. It is given back
/// when none is open and many names have come. Until then, names of small objects that have ended
/// do no harm, and no table is made anew for each of them.
package final class MemberNames {
  private let plan: SeenKeys.Plan
  /// Made when the first name comes.
  private var keys: SeenKeys?
  /// The names in ``keys``.
  private var count = 0
  private var openObjects = 0
  private var objects: UInt64 = 0

  private static let countKept = 1 << 16

  package init(_ plan: SeenKeys.Plan) { self.plan = plan }

  /// Takes note of an object that begins; returns its number.
  package func beginObject() -> UInt64 {
    objects &+= 1
    openObjects += 1
    return objects
  }

  /// Takes note of the end of an object.
  package func endObject() {
    openObjects -= 1
    if openObjects == 0, count > MemberNames.countKept {
      keys = nil
      count = 0
    }
  }

  /// Whether an object has had a member of the name, which it has now.
  ///
  /// - Parameter name: without escapes.
  package func isRepeated(
    _ name: [UInt8], in object: UInt64
  ) throws(TemporaryFileError) -> Bool {
    let keys = self.keys ?? SeenKeys(plan)
    self.keys = keys
    var key = ByteView.with(name) { Fingerprint(text: $0) }
    // An odd factor gives each object a word of its own.
    key.low ^= object &* 0x9e37_79b9_7f4a_7c15
    if try keys.claim(key, of: 0, line: 1) != nil { return true }
    count += 1
    return false
  }
}
