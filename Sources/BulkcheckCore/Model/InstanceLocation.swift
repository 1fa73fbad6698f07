/// JSON Pointers of places in a record (RFC 6901).
package enum InstanceLocation {
  /// The pointer of a member of what another one points to.
  package static func appending(_ name: String, to pointer: String) -> String {
    pointer + "/" + escaped(name)
  }

  /// A name as a step: `~` is `~0`, `/` is `~1`.
  package static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  package static func appending(_ index: Int, to pointer: String) -> String {
    pointer + "/\(index)"
  }

  /// The names and positions on the way that a pointer describes, unescaped; nil if a `~` is
  /// neither `~0` nor `~1`.
  package static func names(in pointer: String) -> [String]? {
    var steps: [String] = []
    for part in pointer.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      guard let step = unescaped(part) else { return nil }
      steps.append(step)
    }
    return steps
  }

  private static func unescaped(_ part: Substring.UTF8View) -> String? {
    guard part.contains(UInt8(ascii: "~")) else { return String(Substring(part)) }
    var bytes: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The position of an element that a step names: digits without a leading zero.
  package static func position(_ step: String) -> Int? {
    guard let first = step.utf8.first, step.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      first != UInt8(ascii: "0") || step.utf8.count == 1
    else { return nil }
    return Int(step)
  }

  /// A step on the way to a value.
  enum Step {
    case element(Int)
    /// The key as it is written, between its quotes.
    case member(ByteView)
  }

  /// The way to the value at a place in well-formed JSON text.
  ///
  /// - Parameter target: where the value begins; of a text, behind its quote.
  static func steps(to target: Int, in json: ByteView) -> [Step] {
    var search = PointerSearch(json, target: target)
    return search.find()
  }
}

/// Goes through JSON text up to a place and keeps the way to it. One pass, no recursion.
private struct PointerSearch: ~Copyable {
  private struct Container {
    var key: ByteView?
    /// The position of the element, or -1 in an object.
    var index: Int
  }

  private var cursor: JSONCursor
  private let target: Int
  private var containers: [Container] = []
  private var expectsKey = false

  init(_ json: ByteView, target: Int) {
    cursor = JSONCursor(json)
    self.target = target
  }

  mutating func find() -> [InstanceLocation.Step] {
    while cursor.position < target, cursor.position < cursor.bytes.count {
      switch cursor.byte {
      case Ascii.openBrace: open(index: -1)
      case Ascii.openBracket: open(index: 0)
      case Ascii.closeBrace, Ascii.closeBracket:
        _ = containers.popLast()
        cursor.advance()
      case Ascii.comma: next()
      case Ascii.quote:
        // The text itself begins behind its quote.
        if !expectsKey, cursor.position + 1 >= target { return steps }
        takeText()
      case Ascii.colon: cursor.advance()
      default: _ = cursor.takeScalar()
      }
    }
    return steps
  }

  private mutating func open(index: Int) {
    containers.append(Container(index: index))
    expectsKey = index < 0
    cursor.advance()
  }

  private mutating func next() {
    cursor.advance()
    guard let last = containers.indices.last else { return }
    expectsKey = containers[last].index < 0
    if !expectsKey { containers[last].index += 1 }
  }

  private mutating func takeText() {
    let text = cursor.takeString()
    guard expectsKey, let last = containers.indices.last else { return }
    containers[last].key = text
    expectsKey = false
  }

  private var steps: [InstanceLocation.Step] {
    containers.compactMap { container in
      container.index >= 0 ? .element(container.index) : container.key.map { .member($0) }
    }
  }
}

extension FieldPath {
  /// The JSON Pointer of the value at the path, up to its first step to more than one; in CSV that
  /// of its column.
  package func pointer(isCSV: Bool) -> String {
    var steps = steps[...]
    var pointer = ""
    if isCSV {
      if columnPattern != nil { return "" }
      let column = column
      guard column.rest.count < steps.count else { return "" }
      pointer = InstanceLocation.appending(column.name, to: "")
      steps = column.rest
    }
    for step in steps {
      switch step {
      case .key(let name), .keyOrIndex(let name, _):
        pointer = InstanceLocation.appending(name, to: pointer)
      case .index(let index): pointer = InstanceLocation.appending(index, to: pointer)
      case .everyElement, .everyMember: return pointer
      }
    }
    return pointer
  }
}

/// A value at fault, or the place where it should be.
package struct FaultPlace: Hashable, Sendable {
  package var instanceLocation: String
  /// JSON text of the raw value; nil when it is absent.
  package var value: String?
  /// Of a rule of a schema: the way to the keyword, through references.
  package var keywordLocation: String?
  /// What is said of this place, cut where the line number belongs; empty if that was not asked.
  package var messageParts: [String] = []

  package init(instanceLocation: String, value: String?, keywordLocation: String? = nil) {
    self.instanceLocation = instanceLocation
    self.value = value
    self.keywordLocation = keywordLocation
  }
}
