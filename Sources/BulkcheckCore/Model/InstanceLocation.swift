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
}

extension FieldPath {
  /// The path that a JSON Pointer describes; nil if a `~` is neither `~0` nor `~1`.
  package init?(pointer: String) {
    guard let names = InstanceLocation.names(in: pointer) else { return nil }
    steps = names.map { name in
      InstanceLocation.position(name).map { .keyOrIndex(name, $0) } ?? .key(name)
    }
  }

  /// The JSON Pointer of the value at the path, up to its first step to more than one or from the
  /// end of an array; in CSV that of its column. The key of a record has none: it is named as the
  /// path is.
  package func pointer(isCSV: Bool) -> String {
    if isRecordKey { return description }
    // It is in another record.
    if isOfPrevious { return "" }
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
      case .index(let index):
        if index < 0 { return pointer }
        pointer = InstanceLocation.appending(index, to: pointer)
      case .everyElement, .everyMember, .recordKey, .previous: return pointer
      }
    }
    return pointer
  }
}

/// A value at fault, or the place where it should be.
package struct FailureLocation: Hashable, Sendable {
  package var instanceLocation = ""
  /// JSON text of the raw value; nil when it is absent.
  package var value: String?
  /// The way to the keyword of a schema, through references; nil for other rules.
  package var keywordLocation: String?
  /// The message about this place, cut where the line number belongs; empty if it was not asked
  /// for.
  package var messageParts: [String] = []

  package init() {}

  package init(instanceLocation: String, value: String?, keywordLocation: String? = nil) {
    self.instanceLocation = instanceLocation
    self.value = value
    self.keywordLocation = keywordLocation
  }
}
