/// The groups of records of rules about the table.
extension Evaluator {
  /// The key of the values of a record at some paths, which have been read.
  @inline(__always)
  mutating func groupKey(_ paths: [PathNumber], _ lane: Lane) -> Fingerprint {
    var key = fingerprint(values.column(paths[0]), lane)
    for path in paths.dropFirst() {
      let next = fingerprint(values.column(path), lane)
      key = Fingerprint.combine(key, next, program.hashKeys)
    }
    return key
  }

  /// The values of a group's first record as JSON text: `null` where one is missing.
  mutating func groupLabel(_ paths: [PathNumber], _ lane: Lane) -> String {
    var labels: [String] = []
    for path in paths {
      let place = values.shownNode(columns[path].place(lane))
      let isThere = columns[path].values.contains(lane) && place >= 0
      labels.append(isThere ? values.shownLabel(place, at: path) : "null")
    }
    return labels.count == 1 ? labels[0] : "[" + labels.joined(separator: ", ") + "]"
  }
}
