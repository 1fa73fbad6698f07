/// What a length of a text is counted in (docs/reference/values.md#length).
package enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  case codepoints, bytes, graphemes
}
