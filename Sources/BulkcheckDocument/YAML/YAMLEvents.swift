#if YAML && canImport(CYAML)
  internal import CYAML

  /// The events of a YAML text, which libyaml finds. It neither recurses nor follows aliases.
  @safe
  final class YAMLEvents {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private var offsets: MarkOffsets

    /// - Parameters:
    ///   - bytes: valid UTF-8.
    ///   - start: behind a byte-order mark.
    /// - Returns: nil when memory is short.
    init?(_ bytes: [UInt8], from start: Int) {
      offsets = MarkOffsets(bytes, from: start)
      unsafe text = .allocate(capacity: bytes.count - start)
      _ = unsafe text.initialize(from: bytes[start...])
      unsafe parser = .allocate(capacity: 1)
      // SAFETY: the library initialises what the pointer leads to, and clears it when it fails.
      guard unsafe yaml_parser_initialize(parser) != 0 else {
        unsafe parser.deallocate()
        unsafe text.deallocate()
        return nil
      }
      // SAFETY: the parser reads within the count, and the text lives until the parser is deleted.
      unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
      unsafe yaml_parser_delete(parser)
      unsafe parser.deallocate()
      unsafe text.deallocate()
    }

    /// The next event; the one of the end is the last.
    func next() throws(YAMLFault) -> YAMLEvent {
      var event = unsafe yaml_event_t()
      // SAFETY: the library fills the event, whose texts are its own until it is deleted.
      guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw fault() }
      defer { unsafe yaml_event_delete(&event) }
      let content = unsafe Self.content(of: event)
      let start = unsafe offsets.offset(of: event.start_mark.index)
      let end = unsafe offsets.offset(of: event.end_mark.index)
      return YAMLEvent(content: content, start: start, end: end)
    }

    private static func content(of event: yaml_event_t) -> YAMLEvent.Content {
      // SAFETY: the member of the union is that of the event's type.
      switch unsafe event.type {
      case YAML_STREAM_START_EVENT: return .streamStart
      case YAML_DOCUMENT_START_EVENT: return .documentStart
      case YAML_DOCUMENT_END_EVENT:
        return .documentEnd(isExplicit: unsafe event.data.document_end.implicit == 0)
      case YAML_ALIAS_EVENT: return .alias(unsafe string(event.data.alias.anchor) ?? "")
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        return .scalar(
          YAMLScalar(
            properties: unsafe properties(scalar.anchor, scalar.tag),
            text: unsafe String(decoding: text, as: UTF8.self),
            isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE))
      case YAML_SEQUENCE_START_EVENT:
        let start = unsafe event.data.sequence_start
        return .sequenceStart(
          unsafe properties(start.anchor, start.tag),
          isFlow: unsafe start.style == YAML_FLOW_SEQUENCE_STYLE)
      case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
      case YAML_MAPPING_START_EVENT:
        let start = unsafe event.data.mapping_start
        return .mappingStart(
          unsafe properties(start.anchor, start.tag),
          isFlow: unsafe start.style == YAML_FLOW_MAPPING_STYLE)
      case YAML_MAPPING_END_EVENT: return .mappingEnd
      default: return .streamEnd
      }
    }

    private static func properties(
      _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?
    ) -> YAMLProperties {
      YAMLProperties(anchor: unsafe string(anchor), tag: unsafe string(tag))
    }

    /// A text that ends with NUL.
    private static func string(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
      guard let text = unsafe text else { return nil }
      return unsafe String(cString: text)
    }

    private func fault() -> YAMLFault {
      // SAFETY: the texts of faults are literals of the library.
      let parser = unsafe self.parser.pointee
      guard let problem = unsafe parser.problem else {
        return YAMLFault(message: "memory is short", offset: offsets.offset(of: 0))
      }
      let message = unsafe String(cString: problem)
      if unsafe parser.error == YAML_READER_ERROR {
        // A character that may not be in YAML: its place counts bytes.
        return unsafe YAMLFault(
          message: message, offset: offsets.offset(atByte: parser.problem_offset))
      }
      var fault = unsafe YAMLFault(
        message: message, offset: offsets.offset(of: parser.problem_mark.index))
      if let context = unsafe parser.context {
        fault.context = unsafe (
          String(cString: context), offsets.offset(of: parser.context_mark.index)
        )
      }
      return fault
    }
  }
#endif
