/// The columns of a CSV table that a path with `*` means: `*` matches any text, dots included.
package struct ColumnPattern: Hashable, Sendable {
  /// The parts of the name before, between and behind the stars: one more than there are stars.
  private let parts: [[UInt8]]

  fileprivate init(_ parts: [[UInt8]]) { self.parts = parts }

  /// Whether a column of this name is meant.
  package func matches(_ name: String) -> Bool {
    let name = Array(name.utf8)
    guard let first = parts.first, let last = parts.last, name.starts(with: first) else {
      return false
    }
    var rest = name[first.count...]
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}

extension FieldPath {
  /// The columns that the path means, if the name of its ``column`` has a `*`.
  package var columnPattern: ColumnPattern? {
    let names = steps.prefix { step in
      switch step {
      case .key, .keyOrIndex, .everyMember: true
      case .index, .everyElement, .recordKey, .previous: false
      }
    }
    guard names.contains(.everyMember) else { return nil }
    var parts: [[UInt8]] = [[]]
    for (position, step) in names.enumerated() {
      if position > 0 { parts[parts.count - 1].append(UInt8(ascii: ".")) }
      switch step {
      case .key(let name), .keyOrIndex(let name, _): parts[parts.count - 1] += Array(name.utf8)
      case .everyMember: parts.append([])
      case .index, .everyElement, .recordKey, .previous: break
      }
    }
    return ColumnPattern(parts)
  }
}

/// Names of CSV columns that the paths of a profile mean.
package struct ColumnNames: Sendable {
  package private(set) var names: Set<ExactText>
  /// The patterns of paths with `*`.
  package private(set) var patterns: [ColumnPattern] = []

  package init(_ names: Set<ExactText> = []) { self.names = names }

  package mutating func insert(_ path: FieldPath) {
    if let pattern = path.columnPattern {
      patterns.append(pattern)
    } else {
      names.insert(ExactText(path.column.name))
    }
  }

  package func contains(_ name: String) -> Bool {
    names.contains(ExactText(name)) || patterns.contains { $0.matches(name) }
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The first range of a sequence of bytes.
  fileprivate func firstRange(of part: [UInt8]) -> Range<Int>? {
    guard count >= part.count else { return nil }
    for start in startIndex...(endIndex - part.count)
    where self[start..<(start + part.count)].elementsEqual(part) {
      return start..<(start + part.count)
    }
    return nil
  }
}
