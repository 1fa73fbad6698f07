internal import BulkcheckCore

/// The raw values of an enumeration, as far as its type tells them.
enum EnumerationChoices {
  /// The raw values that the type surely decodes; nil if it is no enumeration, or takes any value.
  /// An initializer of its own may decode others too.
  static func choices(of type: any Decodable.Type) -> [Literal]? {
    let values = literals(of: type)
    if values.isEmpty || values.contains(nil) || acceptsOthers(type) { return nil }
    let accepted = values.compactMap { $0 }.filter { accepts($0, type) }
    return accepted.isEmpty ? nil : accepted
  }

  private static func accepts(_ value: Literal, _ type: any Decodable.Type) -> Bool {
    func decodes(_ kind: ValueKind, _ text: String) -> Bool {
      let bytes = OwnedBytes(text)
      let source = JSONSource(kind: kind, text: bytes.view, owner: bytes)
      return (try? type.init(from: FieldDecoder(source: .json(source)))) != nil
    }
    return switch value {
    case .text(let text): decodes(.string, text)
    case .number(let digits): decodes(.number, digits)
    default: false
    }
  }

  /// The raw values of the cases; nil for one that has none.
  private static func literals(of type: any Decodable.Type) -> [Literal?] {
    func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases) }
    func plain<Cases>(_ type: Cases.Type) -> [Any] {
      PlainEnumeration.cases(of: type, asksForValue: true) ?? []
    }
    let cases: [Any]
    if let listed = type as? any CaseIterable.Type {
      cases = all(listed)
    } else {
      // A type that shows examples may decode what its cases do not tell.
      cases = type is any ExampleProviding.Type ? [] : plain(type)
    }
    return cases.map { ($0 as? any RawRepresentable).flatMap { literal($0) } }
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
