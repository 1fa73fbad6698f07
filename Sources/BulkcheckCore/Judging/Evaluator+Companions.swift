/// The values that records have in a few fields, so that reports can say what failures come with.
extension Evaluator {
  /// Notes the values of the records of the batch.
  mutating func note(_ companions: ChunkCompanions) {
    if collectsFailures || values.objects.isEmpty { return }
    for index in companions.fields.indices where !companions.isGivenUp(index) {
      let field = companions.fields[index]
      let path = values.column(field.path)
      let present =
        values.objects & columns[path].captured - columns[path].insertedAround
        - columns[path].capturedNulls
      let missing = values.objects - present
      if !missing.isEmpty { insert(missing, into: &field.records[0]) }
      if !note(present, of: path, field) { companions.giveUp(index) }
    }
  }

  /// False if the field has too many values, or one that is not simple. Equal values in a row are
  /// noted together.
  private mutating func note(
    _ lanes: Lanes, of path: Int32, _ field: ChunkCompanions.Field
  ) -> Bool {
    var lanesOfPlace = Lanes.none
    var latest: (place: Int, hash: UInt64) = (-1, 0)
    for lane in lanes {
      self.lane = lane
      let node = columns[path].place(lane)
      let kind = values.table.nodes[node].kind
      guard kind != .array, kind != .object,
        values.table.nodes[node].bytes.count <= CompanionFields.bytesMaximum
      else { return false }
      let hash = values.valueHash(node, at: path, counters.seed)
      if latest.place < 0 || hash != latest.hash {
        guard let place = field.place(of: hash) ?? add(node, hash, to: field) else { return false }
        if latest.place >= 0 { insert(lanesOfPlace, into: &field.records[latest.place]) }
        latest = (place, hash)
        lanesOfPlace = .none
      }
      lanesOfPlace |= Lanes(lane)
    }
    if latest.place >= 0 { insert(lanesOfPlace, into: &field.records[latest.place]) }
    return true
  }

  @inline(never)
  private mutating func add(
    _ node: Int32, _ hash: UInt64, to field: ChunkCompanions.Field
  ) -> Int? {
    field.add(hash, keepable(values.table.nodes[node]))
  }
}
