extension Requirement {
  /// The opposite: requires this requirement not to hold. Same as `.not(self)`.
  public var not: Requirement { .not(self) }
}
