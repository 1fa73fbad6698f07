/// A dictionary whose keys are names in the data.
protocol NamedKeys {
  /// Names of up to two keys.
  static var exampleNames: [String] { get }
}

extension Dictionary: NamedKeys where Key: CodingKeyRepresentable {
  /// Those of any texts, of numbers, and of the cases of an enumeration.
  static var exampleNames: [String] {
    if Key.self == Int.self { return ["1", "2"] }
    func listed<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases.prefix(2)) }
    let keys =
      (Key.self as? any CaseIterable.Type).map { listed($0) }
      ?? PlainEnumeration.cases(of: Key.self, asksForValue: true) ?? []
    let names = keys.prefix(2).compactMap { ($0 as? Key)?.codingKey.stringValue }
    return names.isEmpty ? ["a", "b"] : names
  }
}
