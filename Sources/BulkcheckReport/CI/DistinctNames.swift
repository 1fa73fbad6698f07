/// Names for ids in formats that have no way to write every character: different ones for
/// different ids.
enum DistinctNames {
  /// What `shown` makes of each id. Where that would be the same for two of them, the backslashes
  /// of all ids are doubled first: those that `shown` adds then stand alone.
  static func of(_ ids: [String], shown: (String) -> String) -> [String] {
    // By bytes: two strings that `String` calls equal may be two ids.
    func different(_ texts: [String]) -> Int { Set(texts.map { Array($0.utf8) }).count }
    let names = ids.map(shown)
    guard different(names) < different(ids) else { return names }
    return ids.map { id in
      shown(id.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined())
    }
  }
}
