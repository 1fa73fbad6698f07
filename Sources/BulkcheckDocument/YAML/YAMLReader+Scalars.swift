#if YAML && canImport(CYAML)
  internal import BulkcheckCore

  /// The values of scalars.
  extension YAMLReader {
    func value(
      _ scalar: YAMLScalar, at offset: Int, before end: Int
    ) throws(DocumentFault) -> DocumentNode.Kind {
      let text = scalar.text
      guard let tag = scalar.properties.tag, tag != "!" else {
        guard scalar.isPlain, scalar.properties.tag == nil, !hasLoneTag(at: offset, before: end)
        else {
          return .text(text)
        }
        return try value(CoreSchema.value(ofPlain: text), text, at: offset)
      }
      guard let core = CoreTag(tag) else {
        throw DocumentFault(offset: offset, complaint: .unknownTag(tag))
      }
      switch core {
      case .str: return .text(text)
      case .null, .bool:
        switch (core, CoreSchema.word(text)) {
        case (.null, .null): return .null
        case (.bool, .boolean(let value)): return .boolean(value)
        default: break
        }
      case .int, .float:
        if let number = CoreSchema.number(text) {
          let value = try value(number, text, at: offset)
          if core == .float || !text.utf8.contains(UInt8(ascii: ".")) && !Self.hasExponent(text) {
            return value
          }
        }
      case .seq, .map: break
      }
      throw DocumentFault(offset: offset, complaint: .tagDoesNotFit(tag))
    }

    private func value(
      _ value: CoreSchema.Value, _ text: String, at offset: Int
    ) throws(DocumentFault) -> DocumentNode.Kind {
      switch value {
      case .value(let kind): return kind
      case .notFinite: throw DocumentFault(offset: offset, complaint: .notFinite(text))
      case .tooLong: throw DocumentFault(offset: offset, complaint: .tooManyDigits)
      }
    }

    private static func hasExponent(_ text: String) -> Bool {
      !text.hasPrefix("0x") && text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    }

    /// Whether a lone `!` stands in front of a plain scalar: libyaml does not tell.
    private func hasLoneTag(at offset: Int, before end: Int) -> Bool {
      let bytes = source.bytes
      guard offset < end else { return false }
      if bytes[offset] == UInt8(ascii: "!") { return true }
      guard bytes[offset] == UInt8(ascii: "&") else { return false }
      var index = offset
      while index < end, !Ascii.isBlank(bytes[index]) { index += 1 }
      while index < end {
        if bytes[index] == UInt8(ascii: "#") {
          while index < end, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        } else if Ascii.isBlank(bytes[index]) {
          index += 1
        } else {
          return bytes[index] == UInt8(ascii: "!")
        }
      }
      return false
    }
  }

  extension YAMLScalar {
    /// Whether it merges where it is a key: `<<` without quotes and tag.
    var isMergeKey: Bool { isPlain && properties.tag == nil && text == "<<" }
  }
#endif
