/// The contract that rules were translated from, as reports tell of it.
package struct ContractOrigin: Hashable, Sendable {
  /// A part of the contract that no rule enforces.
  package struct NotEnforced: Hashable, Sendable {
    /// The object of the contract; nil if it has no name.
    package var object: String?
    /// In the contract's file, from 1.
    package var line: Int
    package var column: Int
    /// The words of the part, and why it is not enforced.
    package var sentence: String

    package init(object: String?, line: Int, column: Int, sentence: String) {
      self.object = object
      self.line = line
      self.column = column
      self.sentence = sentence
    }
  }

  /// The name of the standard.
  package var standard: String
  package var notEnforced: [NotEnforced]

  package init(standard: String, notEnforced: [NotEnforced]) {
    self.standard = standard
    self.notEnforced = notEnforced
  }
}
