/// The locations at which the rules of a schema failed in the records of a batch.
///
/// A report says at which locations a rule failed, and in how many records (``FailureLocations``).
/// A record counts once for a location, however many of its values failed there. So locations are
/// collected while a batch is judged, each with a set of records, and counted at its end. Under the
/// schema
///
///     {"properties": {"tags": {"items": {"maxLength": 2}}}}
///
/// and the records `{"tags": ["abc", "abcd"]}` and `{"tags": ["abc"]}`, `maxLength` fails three
/// times. That is one entry, with the location `/tags/*` and the lanes 0 and 1, and the report says
/// two records.
///
/// Most states of the field tree have one location, which is known before the first record. A state
/// of a schema that refers to itself has many, as `/child` and `/child/child`. There the location
/// is looked for from the beginning of the record, so the time would grow with the square of the
/// record. It is bounded (``bytesSearchedMaximum``), and a record beyond the bound counts for none
/// of the locations that were looked for in it: otherwise the counts would depend on the order in
/// which its values were judged.
///
/// Locations have numbers: first those of states, which stay, then the others as they occur, which
/// are forgotten from time to time. The entries of a rule are handed over by their first records
/// (``entries(of:)``), so that the first locations of a run are the same however it was cut.
struct SchemaFailureLocations {
  /// The records in which a rule failed at a location.
  struct Entry: BitwiseCopyable {
    var location: Int32
    /// The way to the values was looked for in their records.
    var isSearched: Bool
    var records: Lanes
    var next: Int32
  }

  private(set) var entries: [Entry] = []
  /// The numbers of entries by rule and location.
  private var known: [Key: Int32] = [:]
  /// How many bytes were read in each record in search of locations.
  private var bytesSearched: [Int]
  /// The records in which that were too many: what was found there is not counted.
  private(set) var unsearched = Lanes.none

  private struct Key: Hashable {
    var rule: RuleNumber
    var location: Int32
    var isSearched: Bool
  }

  /// A location is looked for from the beginning of its record, so many of them take time that
  /// grows with the square of the record.
  private static let bytesSearchedMaximum = 64 << 20
  /// The last entry of each rule, or -1.
  private var heads: [Int32]
  private var failedRules: [RuleNumber] = []

  private(set) var texts: [String]
  private var numbers: [ExactText: Int32] = [:]
  /// The location of a named part of another one, by both numbers.
  private var parts: [UInt64: Int32] = [:]
  /// The location of each state, or -1.
  private let locationOfState: [Int32]
  private let fixedCount: Int

  /// More locations than this are not kept from one batch to the next.
  private static let metMaximum = 4096

  init(_ program: Program) {
    let hasSchema = program.schema.root >= 0
    heads = [Int32](repeating: -1, count: hasSchema ? program.ruleCount : 0)
    bytesSearched = [Int](repeating: 0, count: Int(ColumnTable.lanesMaximum))
    var texts: [String] = []
    locationOfState = program.tree.generalLocations.map { location in
      guard let location else { return -1 }
      texts.append(location)
      return Int32(texts.count - 1)
    }
    self.texts = texts
    fixedCount = texts.count
    numberFixed()
  }

  private mutating func numberFixed() {
    for (number, text) in texts.enumerated() { numbers[ExactText(text)] = Int32(number) }
  }

  /// Forgets the failures of the batch before.
  mutating func begin() {
    if entries.isEmpty { return }
    entries.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
    for lane in bytesSearched.indices { bytesSearched[lane] = 0 }
    unsearched = .none
    for rule in failedRules { heads[Int(rule)] = -1 }
    failedRules.removeAll(keepingCapacity: true)
    guard texts.count - fixedCount > SchemaFailureLocations.metMaximum else { return }
    texts.removeLast(texts.count - fixedCount)
    numbers = [:]
    parts = [:]
    numberFixed()
  }

  // MARK: Locations

  /// The location of values at a state, or -1 if there are several.
  func location(ofState state: StateNumber) -> Int32 { locationOfState[Int(state)] }

  mutating func number(_ location: String) -> Int32 {
    let key = ExactText(location)
    if let known = numbers[key] { return known }
    let number = Int32(texts.count)
    texts.append(location)
    numbers[key] = number
    return number
  }

  /// The location of a part.
  ///
  /// - Parameter key: stands for `name` in this schema.
  mutating func part(of location: Int32, _ key: Int32, name: @autoclosure () -> String) -> Int32 {
    let both = UInt64(UInt32(bitPattern: location)) << 32 | UInt64(UInt32(bitPattern: key))
    if let known = parts[both] { return known }
    let number = number(InstanceLocation.appending(name(), to: texts[Int(location)]))
    parts[both] = number
    return number
  }

  // MARK: Failures

  /// Whether one more location may be looked for in a record of so many bytes.
  mutating func maySearch(_ bytes: Int, in record: Lane) -> Bool {
    bytesSearched[Int(record)] += bytes
    guard bytesSearched[Int(record)] > SchemaFailureLocations.bytesSearchedMaximum else {
      return true
    }
    unsearched |= Lanes(record)
    return false
  }

  mutating func add(_ location: Int32, of rule: RuleNumber, _ record: Lane, isSearched: Bool) {
    let key = Key(rule: rule, location: location, isSearched: isSearched)
    if let entry = known[key] {
      entries[Int(entry)].records |= Lanes(record)
      return
    }
    if heads[Int(rule)] < 0 { failedRules.append(rule) }
    entries.append(
      Entry(
        location: location, isSearched: isSearched, records: Lanes(record),
        next: heads[Int(rule)]))
    heads[Int(rule)] = Int32(entries.count - 1)
    known[key] = heads[Int(rule)]
  }

  /// The entries of a rule by their first records, so that the first of a run are the same however
  /// it was cut.
  func entries(of rule: RuleNumber) -> [Entry] {
    var found: [Entry] = []
    var entry = heads[Int(rule)]
    while entry >= 0 {
      found.append(entries[Int(entry)])
      entry = entries[Int(entry)].next
    }
    guard found.count > 1 else { return found }
    return found.sorted {
      $0.records.first == $1.records.first
        ? ExactText(texts[Int($0.location)]) < ExactText(texts[Int($1.location)])
        : $0.records.first < $1.records.first
    }
  }
}
