internal import BulkcheckArrow
internal import BulkcheckCore

extension ColumnField {
  init(_ field: ArrowField) {
    self.init(
      field.name, ColumnType(field), isNullable: field.isNullable,
      hasDictionary: field.dictionary != nil)
  }
}

extension ColumnType {
  fileprivate init(_ field: ArrowField) {
    switch field.type {
    case .float: self = .float
    case .int(_, let isSigned): self = .integer(isUnsigned: !isSigned)
    case .decimal(_, _, let scale): self = .decimal(scale: scale)
    case .time: self = .time
    case .timestamp(_, hasZone: false): self = .localDateTime
    case .list, .fixedList: self = field.children.first.map { .list(ColumnType($0)) } ?? .plain
    case .structure: self = .object(field.children.map { ColumnField($0) })
    case .map: self = ColumnType(ofMap: field.children.first?.children ?? [])
    case .runEnds: self = field.children.last.map { ColumnType($0) } ?? .plain
    case .union(_, let children): self = ColumnType(ofUnion: children, field.children)
    case .null, .bool, .text, .binary, .fixedBinary, .date, .timestamp, .duration, .interval:
      self = .plain
    }
  }

  /// A map with other keys than texts and integers is a list of its entries.
  private init(ofMap entry: [ArrowField]) {
    guard entry.count == 2 else {
      self = .plain
      return
    }
    guard !entry[0].isObjectKey else {
      self = .map(ColumnType(entry[1]))
      return
    }
    self = .list(
      .object([
        ColumnField("key", ColumnType(entry[0])), ColumnField("value", ColumnType(entry[1])),
      ]))
  }

  /// A text among times would be taken for one, so only a union without other texts has times.
  private init(ofUnion children: [Int8], _ fields: [ArrowField]) {
    let types = children.compactMap { fields.indices.contains(Int($0)) ? fields[Int($0)] : nil }
    let areTimes = types.map { [.localDateTime, .time].contains(ColumnType($0)) }
    let areTexts = zip(types, areTimes).contains { field, isTime in
      switch field.type {
      case .text, .binary, .fixedBinary, .date, .timestamp, .float: !isTime
      case .null, .bool, .int, .decimal, .time, .duration, .interval: false
      case .list, .fixedList, .structure, .map, .union, .runEnds: true
      }
    }
    self = areTimes.contains(true) && !areTexts ? .localDateTime : .plain
  }
}
