/// What a length of a text is counted in (SEMANTICS 32).
package enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  case codepoints, bytes, graphemes
}
