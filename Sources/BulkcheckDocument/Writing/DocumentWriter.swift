internal import BulkcheckCore

/// Writes a document in JSON or YAML, with its comments and blank lines.
///
/// Each member and element has a line, or several. An array or object that stands on one line of
/// the text stays on one line if it fits. A comment on a line of its own stands above the value
/// that follows it, and one behind a value stays behind it. Comments inside of a value that is
/// written on one line follow it. Aliases are written out.
package struct DocumentWriter {
  private static let columns = 100
  /// The length in the text up to which a value may be on one line, so that looking costs little.
  private static let flowBytesMaximum = 400
  /// Longer keys need a mark of their own in YAML, which allows 1024 characters.
  private static let plainKeyBytesMaximum = 500

  private let language: DocumentLanguage
  private let source: SourceText
  private let layout: DocumentLayout
  /// The offsets of nodes mean nothing.
  private let isWithoutText: Bool
  private var lines: [String] = []
  /// The first comment that is not written yet.
  private var nextComment = 0
  /// The line of the text that was written last.
  private var lastLine = 0

  /// The text of a document, which ends with a line end.
  package static func text(_ document: Document, as language: DocumentLanguage) -> String {
    var writer = DocumentWriter(document, language)
    writer.writeRoot(document.root)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  /// The text of a value that is in no text yet. An array or object stands on one line if it fits.
  package static func text(of root: DocumentNode, as language: DocumentLanguage) -> String {
    var writer = DocumentWriter(language)
    writer.writeRoot(root)
    return writer.lines.joined(separator: "\n") + "\n"
  }

  private init(_ document: Document, _ language: DocumentLanguage) {
    self.language = language
    source = document.source
    layout = document.layout ?? DocumentLayout()
    isWithoutText = false
  }

  private init(_ language: DocumentLanguage) {
    self.language = language
    source = SourceText([])
    layout = DocumentLayout()
    isWithoutText = true
  }

  private mutating func writeRoot(_ root: DocumentNode) {
    writeComments(before: root.offset, indent: 0)
    write(root, prefix: "", suffix: "", indent: 0, isRoot: true)
    writeComments(before: .max, indent: 0)
  }

  // MARK: Values

  /// - Parameters:
  ///   - prefix: what stands before the value: a key, or the dash of an element.
  ///   - suffix: the comma behind it.
  private mutating func write(
    _ node: DocumentNode, prefix: String, suffix: String, indent: Int, isRoot: Bool = false
  ) {
    let room = Self.columns - indent - prefix.unicodeScalars.count - suffix.utf8.count
    var text = ""
    if isEmptyOrScalar(node) || !isRoot && isOnOneLine(node),
      DocumentText.append(node, to: &text, language, limit: isEmptyOrScalar(node) ? .max : room)
    {
      append(indent, prefix + text + suffix)
      noteLine(of: node.offset)
      return
    }
    switch language {
    case .json: writeJSON(node, prefix, suffix, indent)
    case .yaml: writeYAML(node, prefix, indent, isRoot)
    }
  }

  private func isEmptyOrScalar(_ node: DocumentNode) -> Bool {
    node.elements?.isEmpty ?? node.members?.isEmpty ?? true
  }

  private func isOnOneLine(_ node: DocumentNode) -> Bool {
    if isWithoutText { return node.elements != nil || node.members.map { $0.count < 4 } ?? true }
    let start = source.place(of: node.offset)
    guard let container = layout.containers[start], container.end - start < Self.flowBytesMaximum
    else { return false }
    return (container.isFlow || language == .json)
      && !source.bytes[start..<container.end].contains(UInt8(ascii: "\n"))
  }

  private mutating func writeJSON(
    _ node: DocumentNode, _ prefix: String, _ suffix: String, _ indent: Int
  ) {
    let isObject = node.members != nil
    append(indent, prefix + (isObject ? "{" : "["))
    noteLine(of: node.offset)
    let inner = indent + 2
    let count = node.members?.count ?? node.elements?.count ?? 0
    for (index, member) in (node.members ?? []).enumerated() {
      begin(member.nameOffset, inner)
      write(
        member.value, prefix: JSONText.quoted(member.name) + ": ",
        suffix: index + 1 < count ? "," : "", indent: inner)
    }
    for (index, element) in (node.elements ?? []).enumerated() {
      begin(element.offset, inner)
      write(element, prefix: "", suffix: index + 1 < count ? "," : "", indent: inner)
    }
    end(node, inner)
    append(indent, (isObject ? "}" : "]") + suffix)
  }

  private mutating func writeYAML(
    _ node: DocumentNode, _ prefix: String, _ indent: Int, _ isRoot: Bool
  ) {
    // A dash, or the mark of a long key: the first line of what is below stands behind it.
    let isOnPrefix = prefix.hasSuffix("- ") || prefix == ": "
    var first: Int?
    var inner = indent + (isRoot ? 0 : 2)
    if isOnPrefix {
      // Comments in front of the first line would come between.
      let offset = node.members?.first?.nameOffset ?? node.elements?.first?.offset ?? node.offset
      if offset <= source.bytes.count {
        writeComments(before: offset, indent: indent, mayFollow: false)
        noteLine(of: offset)
      }
      first = lines.count
      inner = indent + 2
    } else {
      if !isRoot { append(indent, String(prefix.dropLast())) }
      noteLine(of: node.offset)
    }
    for member in node.members ?? [] {
      begin(member.nameOffset, inner)
      let key = DocumentText.yamlKey(member.name)
      if key.utf8.count > Self.plainKeyBytesMaximum {
        append(inner, "? " + key)
        write(member.value, prefix: ": ", suffix: "", indent: inner)
      } else {
        write(member.value, prefix: key + ": ", suffix: "", indent: inner)
      }
    }
    for element in node.elements ?? [] {
      begin(element.offset, inner)
      write(element, prefix: "- ", suffix: "", indent: inner)
    }
    if let first {
      let start = String(repeating: " ", count: indent) + prefix
      lines[first] = start + lines[first].dropFirst(inner)
    }
    if !isOnPrefix || node.elements != nil || node.members != nil { end(node, inner) }
  }

  private mutating func append(_ indent: Int, _ text: String) {
    lines.append(String(repeating: " ", count: indent) + text)
  }

  // MARK: Comments and blank lines

  /// Before a member or an element: its comments, and a blank line if there is one.
  private mutating func begin(_ offset: Int, _ indent: Int) {
    guard !isWithoutText, offset <= source.bytes.count else { return }
    writeComments(before: offset, indent: indent)
    writeBlank(before: source.line(of: offset))
    noteLine(of: offset)
  }

  /// Before the end of an array or object: the comments in front of it.
  private mutating func end(_ node: DocumentNode, _ indent: Int) {
    guard let container = layout.containers[node.offset] else { return }
    writeComments(before: container.end, indent: indent)
    noteLine(of: container.end)
  }

  /// Notes the line on which something begins that was written; copies have none.
  private mutating func noteLine(of offset: Int) {
    if offset <= source.bytes.count { lastLine = Swift.max(lastLine, source.line(of: offset)) }
  }

  private mutating func writeBlank(before line: Int) {
    if line > lastLine + 1, lastLine > 0, lines.last?.isEmpty == false { lines.append("") }
  }

  /// - Parameter mayFollow: whether a comment may stand behind the last line that was written.
  private mutating func writeComments(before offset: Int, indent: Int, mayFollow: Bool = true) {
    while nextComment < layout.comments.count, layout.comments[nextComment].offset < offset {
      let comment = layout.comments[nextComment]
      nextComment += 1
      let texts = comment.lines.count == 1 ? comment.lines : Self.withoutStars(comment.lines)
      let line = source.line(of: comment.offset)
      if mayFollow, texts.count == 1, isBehindSomething(comment), lines.last?.isEmpty == false {
        lines[lines.count - 1] += "  " + DocumentText.comment(texts[0], language)
      } else {
        writeBlank(before: line)
        for text in texts { append(indent, DocumentText.comment(text, language)) }
      }
      lastLine = line + comment.lines.count - 1
    }
  }

  /// Whether the line of a comment begins with something else.
  private func isBehindSomething(_ comment: DocumentLayout.Comment) -> Bool {
    var index = comment.offset
    while index > source.start {
      index -= 1
      if source.bytes[index] == UInt8(ascii: "\n") { return false }
      if !Ascii.isBlank(source.bytes[index]) { return true }
    }
    return false
  }

  /// The lines of `/* … */` without what decorates them.
  private static func withoutStars(_ lines: [String]) -> [String] {
    let texts = lines.map { line in
      let text = line.drop(while: \.isWhitespace)
      return text.hasPrefix("*") ? String(text.dropFirst()) : " " + text
    }
    let isBlank = { (text: String) in text.allSatisfy(\.isWhitespace) }
    let inner = texts.drop(while: isBlank)
    return Array(inner.prefix((inner.lastIndex { !isBlank($0) } ?? -1) + 1 - inner.startIndex))
  }
}
