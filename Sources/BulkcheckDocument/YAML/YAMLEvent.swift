/// A step of a YAML text: the beginning or end of something, or a scalar.
struct YAMLEvent {
  enum Content {
    case streamStart
    case streamEnd
    case documentStart
    /// Explicit where `...` stands.
    case documentEnd(isExplicit: Bool)
    case alias(String)
    case scalar(YAMLScalar)
    case sequenceStart(YAMLProperties, isFlow: Bool)
    case sequenceEnd
    case mappingStart(YAMLProperties, isFlow: Bool)
    case mappingEnd
  }

  var content: Content
  /// The offset of its first byte, that of its anchor and tag if it has some.
  var start: Int
  /// The offset behind its last byte.
  var end: Int
}

/// The anchor and the tag in front of a node.
struct YAMLProperties {
  var anchor: String?
  /// In full, such as `tag:yaml.org,2002:str`. A lone `!` in front of a scalar is not told.
  var tag: String?
}

/// A text of YAML with what says how it is read.
struct YAMLScalar {
  var properties: YAMLProperties
  var text: String
  /// Without quotes, and not a block.
  var isPlain: Bool
}

/// Why a text is not YAML.
struct YAMLFault: Error {
  var message: String
  var offset: Int
  /// The thing that was being read, and where it began.
  var context: (text: String, offset: Int)?
}
