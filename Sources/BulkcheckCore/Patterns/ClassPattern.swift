internal import CBulkcheckScan

/// A pattern as steps over class masks, for the kernels of `CBulkcheckScan`: about as fast as
/// reading the text once.
///
/// PCRE2 compiles every pattern, decides whether it is valid, and can match every text. Most
/// patterns get this second form as well, which is several times faster on short texts. It follows
/// Cameron and others, *Bitwise data parallelism in regular expression matching* (2014), with a
/// single word of 64 bits. Bit *i* of the *marker* says that a match may have come to byte *i*. Bit
/// *i* of a *class mask* says that byte *i* is a member of the class. `[0-9]` is `marker = (marker
/// & digits) << 1`, and `[0-9]*` is `(((marker & digits) + digits) ^ digits) | marker`. A choice is
/// the union of its branches, and a repeated group is run until it reaches nothing new. So all
/// starting places and all ways are followed at once, nothing backtracks, and no limit is needed.
/// On `ab12`, the pattern `[a-z][0-9]*$` goes (bit 0 on the left):
///
///     letters   1100
///     digits    0011
///     marker    11111   a match may begin anywhere
///     [a-z]     01100   behind a letter
///     [0-9]*    01111   none or more digits
///     $         00001   bit 4 is the end of the text: found
///
/// A kernel computes the masks 32 bytes at a time, by two table look-ups for each class. Parts of
/// fixed length after `^` are positions instead of steps: literal bytes are compared all at once,
/// and each class has the positions at which every matching text has a member. Two kinds of
/// patterns need no steps and take texts of any length: those about members of one class
/// (`^[a-z]+$`, `[<>]`) are loops over 32 bytes. For a match of fixed length at the end (`\.csv$`)
/// only the end is read.
///
/// PCRE2 alone matches patterns with back references, lookaround, atomic groups, possessive
/// quantifiers, verbs, options inside, properties, characters beyond ASCII or the option `extended`
/// (the reader makes no ``PatternTree`` of them), and those with too many steps that cannot be a
/// ``PatternAutomaton``. It also gets the texts that are not decided here: those of more than 63
/// bytes that steps would have to read to the end, and those that are not ASCII where a class has
/// members beyond ASCII (`.`, `[^a]`, `\S`, letters without case).
///
/// Invariant: an answer other than nil is that of PCRE2. `BULKCHECK_PATTERN_ENGINE=pcre2` switches
/// this form and the automaton off for a process. The tests compare them on the patterns of
/// published schemas and on random ones.
@safe
struct ClassPattern: BitwiseCopyable, @unchecked Sendable {
  // Sendable: nothing is written after the initialiser.
  private let header: UnsafeMutablePointer<bulkcheck_pattern>

  /// Nil if the pattern has too many steps.
  init?(
    _ tree: PatternTree, kernel: ScanKernel, costMaximum: Int = PatternLowering.costStandard
  ) {
    guard let lowering = try? PatternLowering(tree, costMaximum: costMaximum) else { return nil }
    var pattern = unsafe bulkcheck_pattern()
    // SAFETY: the storage is freed by `deallocate`, together with the header, the only way to it.
    unsafe pattern.classes = UnsafePointer(
      Storage(lowering.classes, padding: bulkcheck_class()).base)
    unsafe pattern.steps = UnsafePointer(Storage(lowering.steps, padding: bulkcheck_step()).base)
    unsafe pattern.start = lowering.start
    unsafe pattern.class_count = UInt8(lowering.classes.count)
    unsafe pattern.length_minimum = UInt8(lowering.lengthMinimum)
    unsafe pattern.length_maximum = UInt8(lowering.lengthMaximum)
    unsafe pattern.beyond = UInt8(lowering.beyond.rawValue)
    unsafe pattern.needs_ascii = lowering.needsASCII ? 1 : 0
    unsafe pattern.kernel = UInt8(kernel.code.rawValue)
    unsafe pattern.literal_positions = lowering.literalPositions
    unsafe pattern.form = UInt8(lowering.form.rawValue)
    unsafe pattern.form_maximum = lowering.formMaximum
    unsafe pattern.tail_length = UInt8(lowering.tailLength)
    unsafe withUnsafeMutableBytes(of: &pattern.literal) { bytes in
      for (place, literal) in lowering.literal.enumerated() { unsafe bytes[place] = literal.byte }
    }
    unsafe withUnsafeMutableBytes(of: &pattern.literal_blind) { bytes in
      for (place, literal) in lowering.literal.enumerated() { unsafe bytes[place] = literal.blind }
    }
    unsafe bulkcheck_pattern_prepare(&pattern)
    unsafe pattern.empty = UInt8(bulkcheck_pattern_match_empty(&pattern).rawValue)
    unsafe header = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe header.initialize(to: pattern)
  }

  /// Whether the pattern is found anywhere in the text, which must be valid UTF-8; nil if that is
  /// not decided here.
  @inline(__always)
  func matches(_ text: ByteView) -> Bool? {
    // SAFETY: the text is readable, and the kernels read beyond it only within its page; the
    // function was set when the header was made.
    let answer = unsafe header.pointee.match(header, text.start, text.count)
    return answer == BULKCHECK_UNDECIDED ? nil : answer == BULKCHECK_MATCHED
  }

  /// The values of a column in which the pattern is found, and those that are not decided; as
  /// ``matches(_:)`` for each of `lanes`.
  @inline(__always)
  func matches(
    _ nodes: UnsafePointer<bulkcheck_node>, lanes: UInt64
  ) -> (found: UInt64, undecided: UInt64) {
    var undecided: UInt64 = 0
    // SAFETY: as above, for each text.
    let found = unsafe header.pointee.match_column(header, nodes, lanes, &undecided)
    return (found, undecided)
  }

  /// No copy may be used afterwards.
  func deallocate() {
    unsafe header.pointee.classes.deallocate()
    unsafe header.pointee.steps.deallocate()
    unsafe header.deallocate()
  }
}

extension bulkcheck_class {
  init(_ set: ASCIISet) {
    self.init()
    // SAFETY: the tuple has 16 rows, and the index has four bits.
    unsafe withUnsafeMutableBytes(of: &members) { rows in
      for byte in UInt8(0)..<128 where set.contains(byte) {
        unsafe rows[Int(byte & 15)] |= 1 << (byte >> 4)
      }
    }
  }
}
