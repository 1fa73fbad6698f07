internal import BulkcheckCore
internal import CLibrary
internal import PatternSyntax

/// One ``PatternMatcher`` for each thread, made when a thread first matches a pattern and freed
/// when it ends. Only one thread at a time can use a matcher, and a pool of them would need a lock
/// twice for each text.
@safe
enum ThreadMatcher {
  /// The matcher of a thread. One serves every pattern.
  private final class Box {
    let matcher = PatternMatcher()
  }

  /// The number by which a thread finds its box; nil if the system has no more of them.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    // SAFETY: called at the end of a thread with what the thread put there, which holds one retain.
    let made = unsafe pthread_key_create(&key) { box in
      #if canImport(Darwin)
        unsafe Unmanaged<Box>.fromOpaque(box).release()
      #else
        if let box = unsafe box { unsafe Unmanaged<Box>.fromOpaque(box).release() }
      #endif
    }
    return made == 0 ? key : nil
  }()

  /// Whether the pattern is found in the text. Allocates at a thread's first match only.
  static func match(_ code: PatternCode, _ text: ByteView) -> PatternMatcher.Answer {
    guard let key else { return Box().matcher.match(code, text) }
    // SAFETY: the box of this thread lives until the thread ends, and nobody else has it; matching
    // calls no code of users, so it is not entered twice.
    if let known = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<Box>.fromOpaque(known)._withUnsafeGuaranteedRef {
        $0.matcher.match(code, text)
      }
    }
    let box = Box()
    let retained = unsafe Unmanaged.passRetained(box)
    if unsafe pthread_setspecific(key, retained.toOpaque()) != 0 { unsafe retained.release() }
    return box.matcher.match(code, text)
  }
}

/// A pattern that any number of threads match at once.
struct CompiledPattern: Sendable {
  private let pattern: Pattern

  init(_ source: PatternSource) throws(PatternError) { pattern = try Pattern(source) }

  /// Whether the pattern is found in the text; nil if the match limit was reached.
  func matches(_ text: String) -> Bool? {
    let outcome = withExtendedLifetime(pattern) {
      ByteView.withUTF8(of: text) { ThreadMatcher.match(pattern.code, $0) }
    }
    return switch outcome {
    case .matched: true
    case .notMatched: false
    case .limitExceeded: nil
    }
  }
}
