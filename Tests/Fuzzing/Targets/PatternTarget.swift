import BulkcheckCore

/// A pattern means the same to PCRE2 and to the kernels for classes, and so does what is made of
/// its matches.
enum PatternTarget {
  /// The pattern, a NUL byte, the text. A longer one only takes longer: see README, Limits.
  private static let textBytesMaximum = 2000

  static func finding(in input: inout FuzzBytes) -> String? {
    let flags = input.byte()
    let rest = input.rest()
    let pattern = rest.prefix { $0 != 0 }
    let text = rest.dropFirst(pattern.count + 1).prefix(textBytesMaximum)
    guard let pattern = String(validating: pattern, as: UTF8.self),
      let text = String(validating: text, as: UTF8.self)
    else { return nil }
    let options = PatternSource.Option.allCases.enumerated()
      .filter { flags & 1 << $0.offset != 0 }.map(\.element)
    return finding(PatternSource(pattern, options: Set(options)), text)
  }

  private static func finding(_ source: PatternSource, _ text: String) -> String? {
    let twin = try? Pattern(source, engine: .pcre2)
    // In memory of exactly its size: the kernels promise to need no padding.
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      let exact = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      defer { exact.deallocate() }
      for (index, byte) in buffer.enumerated() { exact[index] = byte }
      let view = ByteView(start: exact, count: bytes.count)
      for kernel in KernelTarget.kernels {
        let fast = try? Pattern(source, engine: .classes(kernel))
        guard let twin, let fast else {
          if twin == nil, fast == nil { continue }
          return "\(kernel): a pattern to one engine only"
        }
        if let finding = disagreement(twin, fast, view) { return "\(kernel): \(finding)" }
      }
      if let viable = Pattern.viablePrefix(of: view, for: source), viable > bytes.count {
        return "a prefix of \(viable) bytes"
      }
      return nil
    }
  }

  private static func disagreement(_ twin: Pattern, _ fast: Pattern, _ text: ByteView) -> String? {
    let matcher = PatternMatcher()
    let expected = matcher.match(twin.code, text)
    let found = matcher.match(fast.code, text)
    // A limit is none to the kernels.
    if expected == .limitExceeded { return nil }
    if found != expected { return "\(found), PCRE2 says \(expected)" }
    let template = OwnedBytes("<$0$1$$>")
    return withExtendedLifetime(template) {
      var arena = ByteArena()
      var other = ByteArena()
      let expected = matcher.replaceAll(twin.code, in: text, with: template.view, &arena)?.array
      let found = matcher.replaceAll(fast.code, in: text, with: template.view, &other)?.array
      return expected == found ? nil : "replaced differently"
    }
  }
}
