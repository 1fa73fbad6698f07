internal import Synchronization

/// A pattern compiled once more, with a callout before each of its items, so that ``MatchWork``
/// sees what matching does.
///
/// Plain code with a low limit of steps matches the short texts (``PatternMatcher``), and most
/// patterns never need more. Long texts, and short ones that reach the limit, are matched by this
/// code, which is compiled when a text first needs it. Simple loops run as fast as in plain code,
/// and a turn of a group takes up to three times as long. The callouts make a pattern larger. If it
/// then exceeds the 64 KiB that PCRE2 compiles, there is no guarded code, and ``PatternMatcher``
/// bounds the text instead.
///
/// A fenced pointer like ``Storage``: trivial, valid as long as the ``Pattern`` that made it.
@safe
struct GuardedCode: BitwiseCopyable, @unchecked Sendable {
  // Sendable: the code is written by an atomic exchange, once; the source never.
  @safe
  private struct Cell: ~Copyable {
    let source: PatternSource
    let shortcuts: PCRE2Shortcuts
    /// The pattern's bytes, as in `PatternSource`, for look-ups by the positions that callouts
    /// name.
    let bytes: OwnedBytes
    let compiled: Atomic<OpaquePointer?>
    /// Whether it cannot be compiled. It is then not tried again for each text.
    let isMissing: Atomic<Bool>
  }

  private let cell: UnsafeMutablePointer<Cell>

  init(_ source: PatternSource, _ shortcuts: PCRE2Shortcuts) {
    unsafe cell = .allocate(capacity: 1)
    unsafe cell.initialize(
      to: Cell(
        source: source, shortcuts: shortcuts, bytes: OwnedBytes(source.pattern),
        compiled: Atomic(nil), isMissing: Atomic(false)))
  }

  func deallocate() {
    // SAFETY: the pattern ends, so nobody matches by it any more.
    if let compiled = unsafe cell.pointee.compiled.load(ordering: .acquiring) {
      unsafe PCRE2Code(compiled).deallocate()
    }
    unsafe cell.deinitialize(count: 1)
    unsafe cell.deallocate()
  }

  /// The pattern's text; valid as long as this is.
  var patternText: ByteView { unsafe cell.pointee.bytes.view }

  /// The compiled code; nil if the callouts make it larger than PCRE2 compiles (64 KiB: thousands
  /// of items, such as `(?:(?:ab){60}c){60}`), or there is no memory for it. Two threads may
  /// compile it at once: one of them wins.
  func code() -> PCRE2Code? {
    if let ready = unsafe cell.pointee.compiled.load(ordering: .acquiring) {
      return unsafe PCRE2Code(ready)
    }
    if unsafe cell.pointee.isMissing.load(ordering: .relaxed) { return nil }
    let fresh = try? unsafe PCRE2Code(
      cell.pointee.source, cell.pointee.shortcuts, hasCallouts: true)
    guard let fresh else {
      unsafe cell.pointee.isMissing.store(true, ordering: .relaxed)
      return nil
    }
    let (isFirst, before) = unsafe cell.pointee.compiled.compareExchange(
      expected: nil, desired: fresh.pointer, ordering: .acquiringAndReleasing)
    if isFirst { return fresh }
    fresh.deallocate()
    return unsafe before.map { unsafe PCRE2Code($0) }
  }
}
