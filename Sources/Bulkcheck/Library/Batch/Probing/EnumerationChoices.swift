internal import BulkcheckCore

/// The raw values of an enumeration, as far as its type tells them.
enum EnumerationChoices {
  /// The raw values of all cases, if the type decodes from no other.
  static func choices<Value: Decodable>(_ type: Value.Type) -> [Literal]? {
    guard let cases = type as? any CaseIterable.Type else { return nil }
    let values = literals(of: cases)
    return values.isEmpty || values.contains(nil) || acceptsOthers(type)
      ? nil : values.compactMap { $0 }
  }

  static func choices(of type: any Decodable.Type) -> [Literal]? { choices(type) }

  private static func literals(of type: any CaseIterable.Type) -> [Literal?] {
    func literals<Cases: CaseIterable>(_ type: Cases.Type) -> [Literal?] {
      type.allCases.map { ($0 as? any RawRepresentable).flatMap { literal($0) } }
    }
    return literals(type)
  }

  private static func literal(_ value: some RawRepresentable) -> Literal? {
    switch value.rawValue {
    case let text as String: .text(text)
    case let number as any FixedWidthInteger: .number("\(number)")
    default: nil
    }
  }

  /// Whether all made-up texts and numbers are accepted, as by a type with a case for unknown ones.
  private static func acceptsOthers(_ type: any Decodable.Type) -> Bool {
    let run = ProbeRun()
    for candidate in 0..<MadeUpValues.count {
      run.candidate = candidate
      let source = ProbeSource(run: run, node: ProbeNode(nil, in: nil))
      guard (try? type.init(from: FieldDecoder(source: .probe(source)))) != nil else {
        return false
      }
    }
    return true
  }
}
