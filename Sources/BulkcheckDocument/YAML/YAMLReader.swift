#if YAML && canImport(CYAML)
  internal import BulkcheckCore

  /// Puts the events of a YAML text together to the values of a document.
  ///
  /// An alias becomes a copy of what its anchor stands for, and `<<` puts copies of members into a
  /// mapping. Each value of a copy gets an offset of its own behind the text, and the source knows
  /// the place of the original (``SourceText/place(of:)``). So no two values have one offset, and
  /// mistakes point at the text that is wrong. In `b: *x` below, the copy of `[1]` has the offset
  /// 16, behind the 15 bytes of the text and the place of its end, and its element has 17:
  ///
  /// ```yaml
  /// a: &x [1]
  /// b: *x
  /// ```
  ///
  /// What aliases stand for is counted before it is copied (``YAMLBudget``), and its depth is
  /// added to that of the place. Reading does not recurse. Copying does, as deep as values nest.
  struct YAMLReader {
    /// A sequence or mapping whose end has not come yet.
    private struct Container {
      let offset: Int
      let isObject: Bool
      let isFlow: Bool
      let anchor: String?
      var elements: [DocumentNode] = []
      var members: [DocumentMember] = []
      /// The position of each name of the mapping among its members.
      var positions: [ExactText: Int] = [:]
      /// The key whose value is due; nil where a key is due.
      var key: (name: String, offset: Int)?
      /// The value that is due is that of `<<`.
      var isMergeDue = false
      /// The members that `<<` gives, and how many were there before.
      var merged: (position: Int, members: [DocumentMember])?
      var mergeOffset: Int?
      var depth = 1
      var weight = 1

      var isKeyDue: Bool { isObject && key == nil && !isMergeDue }
    }

    /// The value that an anchor stands for.
    private struct Anchored {
      var node: DocumentNode
      /// Levels of sequences and mappings; none for a scalar.
      var depth: Int
      var weight: Int
    }

    private let kind: Document.Kind
    private let events: YAMLEvents
    private(set) var source: SourceText
    private(set) var layout: DocumentLayout?
    private var open: [Container] = []
    /// By name; nil while the anchored value has not ended.
    private var anchors: [ExactText: Anchored?] = [:]
    private var budget = YAMLBudget()
    /// The offset behind the last byte that an event had.
    private var end: Int
    /// The offset behind the last scalar, alias or bracket.
    private var lastContentEnd = 0
    /// The number of comments in front of that.
    private var commentsBeforeContentEnd = 0
    /// The number of open brackets. Each costs libyaml time at every token inside: 10 MB of tokens
    /// take 2.7 s within 128 brackets, and 13 s within 1000.
    private var flowDepth = 0
    private static let flowDepthMaximum = 128

    init(
      _ source: SourceText, kind: Document.Kind, keepsLayout: Bool
    ) throws(DocumentFault) {
      if let offset = Self.excessiveDirective(source) {
        throw DocumentFault(offset: offset, complaint: .tooManyDirectives)
      }
      guard let events = YAMLEvents(source.bytes, from: source.start) else {
        throw DocumentFault(offset: 0, complaint: .notYAML("memory is short", context: nil))
      }
      self.events = events
      self.kind = kind
      self.source = source
      layout = keepsLayout ? DocumentLayout() : nil
      end = source.start
    }

    /// The value of the only document.
    mutating func document() throws(DocumentFault) -> DocumentNode {
      while true {
        let event = try next()
        switch event.content {
        case .streamStart: continue
        case .documentStart: break
        default:
          throw DocumentFault(
            offset: source.bytes.count,
            complaint: .unexpectedEnd(of: kind.name, expected: kind.content))
        }
        break
      }
      var root: DocumentNode?
      while root == nil {
        root = try read(try next())
      }
      let last = try next()
      if case .documentEnd = last.content { try requireEnd(from: last.end) }
      noteComments(to: source.bytes.count)
      return root ?? .nothing
    }

    // MARK: Events

    private mutating func next() throws(DocumentFault) -> YAMLEvent {
      let event: YAMLEvent
      do throws(YAMLFault) {
        event = try events.next()
      } catch {
        let context = error.context.map { ($0.text, source.line(of: $0.offset)) }
        throw DocumentFault(
          offset: error.offset, complaint: .notYAML(error.message, context: context))
      }
      if event.end > end {
        noteComments(to: event.start)
        end = event.end
      }
      return event
    }

    /// Takes an event; returns the root where it is complete.
    private mutating func read(_ event: YAMLEvent) throws(DocumentFault) -> DocumentNode? {
      switch event.content {
      case .scalar(let scalar):
        let value = try value(scalar, at: event.start, before: event.end)
        let node = DocumentNode(kind: value, offset: event.start)
        noteContent(to: event.end)
        if open.last?.isKeyDue == true, scalar.isMergeKey {
          return try startMerge(at: event.start)
        }
        let weight = YAMLBudget.weight(of: node)
        budget.ownWeight += weight
        if let anchor = scalar.properties.anchor {
          anchors[ExactText(anchor)] = Anchored(node: node, depth: 0, weight: weight)
        }
        return try add(node, depth: 0, weight: weight)
      case .alias(let name):
        noteContent(to: event.end)
        return try alias(name, at: event.start)
      case .sequenceStart(let properties, let isFlow):
        try start(properties, "seq", isObject: false, isFlow, at: event.start)
      case .mappingStart(let properties, let isFlow):
        try start(properties, "map", isObject: true, isFlow, at: event.start)
      case .sequenceEnd, .mappingEnd:
        return try finish(at: event.end)
      case .streamStart, .streamEnd, .documentStart, .documentEnd:
        break
      }
      return nil
    }

    private mutating func start(
      _ properties: YAMLProperties, _ tag: String, isObject: Bool, _ isFlow: Bool, at offset: Int
    ) throws(DocumentFault) {
      if let given = properties.tag, given != "!", given != CoreTag.prefix + tag {
        throw DocumentFault(
          offset: offset,
          complaint: CoreTag(given) == nil ? .unknownTag(given) : .tagDoesNotFit(given))
      }
      if open.last?.isKeyDue == true {
        throw DocumentFault(
          offset: offset, complaint: .keyIsNoText(isObject ? "a mapping" : "a sequence"))
      }
      guard open.count < kind.nestingMaximum else {
        throw DocumentFault(offset: offset, complaint: .tooDeepYAML(kind.nestingMaximum))
      }
      if isFlow {
        guard flowDepth < Self.flowDepthMaximum else {
          throw DocumentFault(offset: offset, complaint: .tooDeep(Self.flowDepthMaximum))
        }
        flowDepth += 1
      }
      if let anchor = properties.anchor { anchors[ExactText(anchor)] = .some(nil) }
      budget.ownWeight += 1
      open.append(
        Container(offset: offset, isObject: isObject, isFlow: isFlow, anchor: properties.anchor))
    }

    private mutating func finish(at end: Int) throws(DocumentFault) -> DocumentNode? {
      let container = open.removeLast()
      if container.isFlow {
        noteContent(to: end)
        flowDepth -= 1
      }
      noteContainer(container)
      let kind: DocumentNode.Kind =
        container.isObject ? .object(Self.members(of: container)) : .array(container.elements)
      let node = DocumentNode(kind: kind, offset: container.offset)
      if let anchor = container.anchor {
        // Another value may have taken the name in the meantime.
        if case .some(.none) = anchors[ExactText(anchor)] {
          anchors[ExactText(anchor)] = Anchored(
            node: node, depth: container.depth, weight: container.weight)
        }
      }
      return try add(node, depth: container.depth, weight: container.weight)
    }

    /// The members of a mapping, those of `<<` where that stands. Its own win.
    private static func members(of container: Container) -> [DocumentMember] {
      guard let merged = container.merged else { return container.members }
      var members = container.members
      members.insert(
        contentsOf: merged.members.filter {
          container.positions[ExactText($0.name)] == nil
        }, at: merged.position)
      return members
    }

    // MARK: Values

    /// Adds a value to the innermost container; returns it if there is none.
    private mutating func add(
      _ node: DocumentNode, depth: Int, weight: Int
    ) throws(DocumentFault) -> DocumentNode? {
      let innermost = open.count - 1
      guard innermost >= 0 else { return node }
      open[innermost].depth = Swift.max(open[innermost].depth, depth + 1)
      open[innermost].weight += weight
      guard open[innermost].isObject else {
        open[innermost].elements.append(node)
        return nil
      }
      if open[innermost].isMergeDue {
        try merge(node)
        return nil
      }
      guard let key = open[innermost].key else {
        guard let name = node.text else {
          throw DocumentFault(
            offset: source.place(of: node.offset), complaint: .keyIsNoText(node.summary))
        }
        if let position = open[innermost].positions[ExactText(name)] {
          let first = source.line(of: open[innermost].members[position].nameOffset)
          throw DocumentFault(
            offset: source.place(of: node.offset), complaint: .repeatedKey(name, firstLine: first))
        }
        open[innermost].key = (name, node.offset)
        return nil
      }
      open[innermost].positions[ExactText(key.name)] = open[innermost].members.count
      open[innermost].members.append(
        DocumentMember(name: key.name, nameOffset: key.offset, value: node))
      open[innermost].key = nil
      return nil
    }

    // MARK: Aliases

    private mutating func alias(
      _ name: String, at offset: Int
    ) throws(DocumentFault) -> DocumentNode? {
      guard let known = anchors[ExactText(name)] else {
        let nearest = NearestWord.of(name, among: anchors.keys.prefix(1000).map(\.text).sorted())
        throw DocumentFault(offset: offset, complaint: .unknownAnchor(name, nearest: nearest))
      }
      guard let anchored = known else {
        throw DocumentFault(offset: offset, complaint: .aliasInItself(name))
      }
      guard open.count + anchored.depth <= kind.nestingMaximum else {
        throw DocumentFault(offset: offset, complaint: .tooDeepYAML(kind.nestingMaximum))
      }
      budget.ownWeight += 1
      guard budget.take(anchored.weight) else {
        throw DocumentFault(offset: offset, complaint: .aliasesStandForTooMuch)
      }
      let copy = copy(of: anchored.node)
      return try add(copy, depth: anchored.depth, weight: anchored.weight)
    }

    /// The value with offsets of its own.
    private mutating func copy(of node: DocumentNode) -> DocumentNode {
      var copy = node
      copy.offset = source.addCopy(of: node.offset)
      switch node.kind {
      case .array(let elements):
        var copies: [DocumentNode] = []
        copies.reserveCapacity(elements.count)
        for element in elements { copies.append(self.copy(of: element)) }
        copy.kind = .array(copies)
      case .object(let members):
        var copies: [DocumentMember] = []
        copies.reserveCapacity(members.count)
        for member in members {
          let name = source.addCopy(of: member.nameOffset)
          copies.append(
            DocumentMember(
              name: member.name, nameOffset: name, value: self.copy(of: member.value)))
        }
        copy.kind = .object(copies)
      case .null, .boolean, .number, .text: break
      }
      return copy
    }

    private mutating func startMerge(at offset: Int) throws(DocumentFault) -> DocumentNode? {
      let innermost = open.count - 1
      if let first = open[innermost].mergeOffset {
        throw DocumentFault(
          offset: offset, complaint: .repeatedKey("<<", firstLine: source.line(of: first)))
      }
      budget.ownWeight += 1
      open[innermost].mergeOffset = offset
      open[innermost].isMergeDue = true
      return nil
    }

    /// Takes the value of `<<`: a mapping, or a list of them, of which the first one wins.
    private mutating func merge(_ node: DocumentNode) throws(DocumentFault) {
      let innermost = open.count - 1
      var members: [DocumentMember] = []
      var names: Set<ExactText> = []
      for part in node.elements ?? [node] {
        guard let own = part.members else {
          throw DocumentFault(
            offset: source.place(of: part.offset), complaint: .mergesNoMapping(part))
        }
        for member in own where names.insert(ExactText(member.name)).inserted {
          members.append(member)
        }
      }
      open[innermost].merged = (open[innermost].members.count, members)
      open[innermost].isMergeDue = false
    }

    // MARK: What is around values

    /// Each directive costs a search among those before.
    private static let directivesMaximum = 64

    /// The offset of the first directive that is one too many.
    private static func excessiveDirective(_ source: SourceText) -> Int? {
      let bytes = source.bytes
      var index = source.start
      var count = 0
      while index < bytes.count {
        let start = index
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case 0x0A, 0x0D:
          index += 1
          continue
        case UInt8(ascii: "#"): break
        case UInt8(ascii: "%"):
          count += 1
          if count > directivesMaximum { return start }
        default: return nil
        }
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      }
      return nil
    }

    /// Only comments, blank lines and ends of documents may follow. The rest is not read with
    /// libyaml, for it could be anything.
    private func requireEnd(from offset: Int) throws(DocumentFault) {
      let bytes = source.bytes
      var index = offset
      while index < bytes.count {
        if Ascii.isBlank(bytes[index]) {
          index += 1
        } else if bytes[index] == UInt8(ascii: "#") {
          while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        } else if bytes[index...].starts(with: "...".utf8),
          index + 3 == bytes.count || Ascii.isBlank(bytes[index + 3]),
          index == 0 || bytes[index - 1] == 0x0A || bytes[index - 1] == 0x0D
        {
          index += 3
        } else {
          let isSecond = bytes[index...].starts(with: "---".utf8)
          throw DocumentFault(
            offset: index,
            complaint: isSecond || index > offset && bytes[offset - 1] == UInt8(ascii: ".")
              ? .severalDocuments : .behindTheValue)
        }
      }
    }

    private mutating func noteContent(to end: Int) {
      lastContentEnd = end
      commentsBeforeContentEnd = layout?.comments.count ?? 0
    }

    /// Notes where a sequence or mapping ends. Comments behind the last value of a block belong to
    /// it as far as they are indented as it is.
    private mutating func noteContainer(_ container: Container) {
      guard let count = layout?.comments.count else { return }
      var end = lastContentEnd
      if !container.isFlow, !open.isEmpty {
        let indent = column(of: container.offset)
        // One block may end with others: each looks at a few comments only.
        for number in (commentsBeforeContentEnd..<count).prefix(1000) {
          guard let offset = layout?.comments[number].offset, column(of: offset) >= indent else {
            break
          }
          end = offset + 1
        }
      }
      layout?.containers[container.offset] = .init(end: end, isFlow: container.isFlow)
    }

    /// The number of bytes before a place in its line, at most 1000.
    private func column(of offset: Int) -> Int {
      var start = offset
      while start > source.start, offset - start < 1000, source.bytes[start - 1] != 0x0A {
        start -= 1
      }
      return offset - start
    }

    /// Notes the comments behind the last event, if anybody wants to know.
    private mutating func noteComments(to next: Int) {
      guard layout != nil else { return }
      let bytes = source.bytes
      var index = end
      while index < next {
        let isFirst = index == source.start || Ascii.isBlank(bytes[index - 1])
        guard bytes[index] == UInt8(ascii: "#"), isFirst else {
          index += 1
          continue
        }
        let from = index
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        layout?.comments.append(
          .init(offset: from, lines: [String(decoding: bytes[from + 1..<index], as: UTF8.self)]))
      }
    }
  }
#endif
