internal import BulkcheckCore
internal import BulkcheckInput

/// The names of the inputs of a run so far, for failures that name an earlier record.
struct InputNames {
  private var names: [Int: String] = [:]

  mutating func add(_ input: InputStart) {
    names[input.number] = PathText.shown(input.name)
  }

  subscript(_ place: FirstPlace) -> String { names[place.input] ?? "" }
}
