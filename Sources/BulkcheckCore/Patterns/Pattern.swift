package import PatternSyntax

/// A compiled regular expression (docs/reference/formats.md#patterns): PCRE2 over UTF-8 without
/// Unicode properties for `\d \w \s \b`, `$` at the very end only, LF as newline.
///
/// `\C`, which could split a code point, is an error. Matching is done by a ``PatternMatcher``.
/// Many patterns have a second, faster form, a ``ClassPattern`` or a ``PatternAutomaton``; PCRE2
/// decides what is a pattern, and all that the other form does not.
package final class Pattern: Sendable {
  package let code: PatternCode

  /// Throws a ``PatternError`` for text that is not a pattern. Costs microseconds to milliseconds.
  package init(
    _ source: PatternSource, engine: PatternEngine = .standard
  ) throws(PatternError) {
    let tree = PatternTree(source)
    let shortcuts = PCRE2Shortcuts(source, tree)
    let compiled = try PCRE2Code(source, shortcuts)
    var classPattern: ClassPattern?
    var automaton: PatternAutomaton?
    if let tree, case .classes(let kernel) = engine {
      classPattern = ClassPattern(tree, kernel: kernel)
      if classPattern == nil { automaton = PatternAutomaton(tree) }
    }
    code = PatternCode(
      plain: compiled,
      takesFastEntry: compiled.isMachineCode && !PatternStart.hasSettings(source),
      groupCount: compiled.groupCount,
      hasBackReferences: compiled.hasBackReferences, classPattern: classPattern,
      automaton: automaton, guarded: GuardedCode(source, shortcuts))
  }

  /// The mistake in a pattern, or nil. Cheaper than making one.
  package static func mistake(in source: PatternSource) -> PatternError? {
    do throws(PatternError) {
      try PCRE2Code(source, .none).deallocate()
      return nil
    } catch {
      return error
    }
  }

  deinit {
    code.plain.deallocate()
    code.classPattern?.deallocate()
    code.automaton?.deallocate()
    code.guarded.deallocate()
  }

  /// The mistake in the replacement text of `replace` for this pattern, or nil: a `$n` beyond the
  /// pattern's groups.
  package func replacementMistake(_ template: String) -> String? {
    var afterDollar = false
    for byte in template.utf8 {
      let digit = byte &- UInt8(ascii: "0")
      if afterDollar && digit < 10 && Int(digit) > code.groupCount {
        let groups = code.groupCount == 1 ? "1 group" : "\(code.groupCount) groups"
        return "$\(digit) is not in the pattern, which has \(groups)"
      }
      afterDollar = !afterDollar && byte == UInt8(ascii: "$")
    }
    return nil
  }

  /// The mistake in the replacement text for a pattern in source form; nil too if the pattern
  /// itself is wrong.
  package static func replacementMistake(_ template: String, for source: PatternSource) -> String? {
    guard let pattern = try? Pattern(source) else { return nil }
    return pattern.replacementMistake(template)
  }
}
