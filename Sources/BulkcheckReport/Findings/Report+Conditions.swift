extension Report {
  /// A sentence for each rule whose condition was decided with a part left out.
  var conditionNotes: [(id: String, text: String)] {
    rules.compactMap { rule in
      guard let count = rule.partLeftOut, count > 0 else { return nil }
      return (
        rule.id,
        "a part of its condition was missing in \(Figures.counted(count, "record")), "
          + "so the other parts decided there"
      )
    }
  }
}
