extension RecordPointer {
  /// The pointer of a record whose keys must not be shown: `/patients/***`.
  package var masked: String {
    description.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0 == "*" ? MaskedText.stars[...] : $0 }.joined(separator: "/")
  }
}
