/// The unit in which the length of a text is counted (docs/reference/values.md#length).
package enum LengthUnit: String, CaseIterable, Hashable, Sendable {
  case codepoints, bytes, graphemes
}
