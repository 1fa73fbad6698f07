/// How many records a rule about their order looked at, and how many are out of order.
struct OrderCounts: Hashable, Sendable {
  var judged = 0
  /// A value is missing, so that the record was passed over.
  var skipped = 0
  /// A value can have no order; the record was passed over, too.
  var mistyped = 0
  var outOfOrder = 0

  mutating func add(_ other: OrderCounts) {
    judged += other.judged
    skipped += other.skipped
    mistyped += other.mistyped
    outOfOrder += other.outOfOrder
  }
}

extension OrderCounts: PartialCodable {
  mutating func code<Coder: PartialCoder>(with coder: inout Coder) throws(Coder.Failure) {
    try coder.code(&judged)
    try coder.code(&skipped)
    try coder.code(&mistyped)
    try coder.code(&outOfOrder)
    try coder.check(max(skipped, mistyped, outOfOrder) <= judged)
  }
}

/// The findings about successive records, all or those of a group.
struct OrderFindings {
  struct Ends {
    /// The values of the first record that was taken.
    var first: [OrderValue] = []
    var sample = Sample()
    /// The values of the last one.
    var last: [OrderValue] = []
  }

  var counts = OrderCounts()
  /// Nil if no record was taken.
  var ends: Ends?
  /// The first record out of order.
  var violation: Sample?
  /// The group's value as reports show it; nil if there are no groups.
  var label: String?
  /// The first record of the group, taken or not.
  var firstPlace: FirstOccurrence?
  /// The last record that was taken.
  var lastPlace: FirstOccurrence?

  /// Adds what was found of the records that follow.
  mutating func add(_ other: OrderFindings, _ code: OrderCode) {
    counts.add(other.counts)
    label = label ?? other.label
    firstPlace = firstPlace ?? other.firstPlace
    if let new = other.ends {
      if let before = ends, !code.holds(before.last, new.first) {
        counts.outOfOrder += 1
        if violation == nil { violation = new.sample }
      }
      ends = ends ?? new
      ends?.last = new.last
      lastPlace = other.lastPlace
    }
    if violation == nil { violation = other.violation }
  }

  func passes(_ code: OrderCode) -> Bool {
    ends == nil ? code.order.passesEmpty : counts.outOfOrder == 0
  }

  // MARK: Partial results and files

  /// Gives the records their places in a merged run.
  ///
  /// - Parameter places: where each input of the partial result begins in the merged one.
  mutating func move(to places: [ChunkStart]) throws(PartialDamage) {
    try ends?.sample.move(to: places)
    try violation?.move(to: places)
    try firstPlace?.move(to: places)
    try lastPlace?.move(to: places)
  }

  /// - Parameter keys: the number of values by which records are ordered.
  mutating func code<Coder: PartialCoder>(
    keys: Int, with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.code(&counts)
    var hasEnds = ends != nil
    try coder.code(&hasEnds)
    if hasEnds {
      var ends = ends ?? Ends()
      try OrderFindings.code(&ends.first, keys, with: &coder)
      try coder.code(&ends.sample)
      try OrderFindings.code(&ends.last, keys, with: &coder)
      self.ends = ends
    }
    try coder.code(&violation)
    try coder.code(&label)
    try coder.check(json: label)
    try coder.code(&firstPlace)
    try coder.code(&lastPlace)
  }

  private static func code<Coder: PartialCoder>(
    _ values: inout [OrderValue], _ keys: Int, with coder: inout Coder
  ) throws(Coder.Failure) {
    for index in 0..<keys {
      if index == values.count { values.append(OrderValue()) }
      try coder.code(&values[index])
    }
  }
}
