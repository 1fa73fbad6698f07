/// A scanner's memory of the order of keys: which one followed which the last time.
///
/// Records of one input mostly have their keys in the same order, now and then without some of
/// them. So the next key is compared with the one that is expected, and only if it is another, with
/// those behind a look into the ``KeyTable``. A guess is only ever confirmed byte by byte; a wrong
/// one costs time and nothing else.
///
/// The table has a fixed size; keys that fall on the same place push one another out.
struct MemberGuesses: ~Copyable {
  /// A key of an object at some state, as it is written in the text.
  struct Guess: BitwiseCopyable {
    /// The first eight bytes, zeros behind the key's end.
    var prefix: UInt64 = 0
    /// The bytes of `prefix` that belong to the key.
    var mask: UInt64 = 0
    /// The last eight bytes of a key of more than eight.
    var suffix: UInt64 = 0
    /// The key's length, and the state of its object: -2 without a guess.
    var length: Int32 = 0
    var state: StateNumber = -2
    /// The state of the member, or -1.
    var target: StateNumber = -1
    /// The place of the key that is expected behind it.
    var next: Int32 = 0
  }

  private static let count = 256

  let guesses = Storage<Guess>(capacity: MemberGuesses.count, repeating: Guess())
  /// The place of the first key of an object at each state.
  let first: Storage<Int32>

  init(stateCount: Int) { first = Storage(capacity: stateCount, repeating: 0) }

  deinit {
    guesses.deallocate()
    first.deallocate()
  }

  /// Puts a key of 1 to 16 bytes into the table and returns its place.
  mutating func learn(
    _ chunk: ByteView, at start: Int, _ length: Int, state: StateNumber, target: StateNumber
  ) -> Int32 {
    let unused = UInt64(truncatingIfNeeded: max(0, 64 &- 8 &* length))
    let mask = UInt64.max &>> unused
    let prefix = chunk.paddedWord(at: start) & mask
    let suffix = length > 8 ? chunk.paddedWord(at: start &+ length &- 8) : 0
    let mixed =
      (prefix ^ suffix &* 31 ^ UInt64(UInt32(bitPattern: state.value))) &* 0x9E37_79B9_7F4A_7C15
    let place = Int32(truncatingIfNeeded: mixed &>> 56)
    let isThere =
      guesses[place].prefix == prefix && guesses[place].suffix == suffix
      && guesses[place].state == state && guesses[place].length == Int32(length)
    if !isThere {
      var guess = Guess()
      guess.prefix = prefix
      guess.mask = mask
      guess.suffix = suffix
      guess.length = Int32(length)
      guess.state = state
      guess.target = target
      guess.next = place
      guesses[place] = guess
    }
    return place
  }

  /// Whether the key that begins at `start` is the guessed one, as far as its bytes go; what
  /// follows it is not looked at.
  @inline(__always)
  static func agrees(
    _ guesses: Storage<Guess>, _ place: Int32, _ chunk: ByteView, at start: Int, state: StateNumber
  ) -> Bool {
    if chunk.paddedWord(at: start) & guesses[place].mask != guesses[place].prefix { return false }
    if guesses[place].state != state { return false }
    let length = guesses[place].length
    return length <= 8
      || chunk.paddedWord(at: start &+ Int(length) &- 8) == guesses[place].suffix
  }
}
