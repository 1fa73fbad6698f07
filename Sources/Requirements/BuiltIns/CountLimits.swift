/// Least and greatest counts, of characters or elements.
enum CountLimits {
  /// Whether the count lies within the limits. Looks at no more elements than it must.
  static func holds<C: Collection>(_ value: C, _ minimum: Int?, _ maximum: Int?) -> Bool {
    // The count is cut one above the greater limit: a long text is not counted to its end.
    let greatest = max(minimum ?? 0, maximum ?? 0)
    let end = greatest == .max ? greatest : greatest + 1
    let index = value.index(value.startIndex, offsetBy: end, limitedBy: value.endIndex)
    let count = index.map { _ in end } ?? value.count
    return count >= minimum ?? 0 && count <= maximum ?? .max
  }

  /// The mistake in limits that no value can meet; nil if there is none.
  static func mistake(_ name: String, _ minimum: Int?, _ maximum: Int?) -> String? {
    if let maximum, maximum < 0 { return "\(name): the maximum count is below 0" }
    if let minimum, let maximum, minimum > maximum {
      return "\(name): the minimum count is above the maximum"
    }
    return nil
  }

  /// The limits as parameters of a reason.
  static func parameters(_ minimum: Int?, _ maximum: Int?) -> [String: ReasonParameter] {
    var parameters: [String: ReasonParameter] = [:]
    parameters["min"] = minimum.map { ReasonParameter($0) }
    parameters["max"] = maximum.map { ReasonParameter($0) }
    return parameters
  }
}
