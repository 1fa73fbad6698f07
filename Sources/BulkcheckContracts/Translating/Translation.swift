package import BulkcheckDocument

/// An object of a contract as a profile, and the parts of the contract that no profile says.
///
/// The profile is a document with the words of docs/reference/profile.md. Its nodes have the
/// offsets of the contract's own nodes, so the reader of profiles finds mistakes at the contract's
/// places.
package struct Translation {
  /// The name by which `#name` and an input choose the object; nil: it has none, as a Table Schema.
  package var name: String?
  /// A second name that an input may have.
  package var physicalName: String?
  /// The offset of the object in the contract.
  package var offset: Int
  package var profile: DocumentNode
  package var leftovers: [Leftover] = []
  /// The mistakes of the contract itself. A contract with one is not used.
  package var mistakes: [(offset: Int, complaint: Complaint)] = []
  /// The files that the contract names for the object, in their order.
  package var files: [NamedFile] = []

  package init(name: String?, physicalName: String? = nil, offset: Int, profile: DocumentNode) {
    self.name = name
    self.physicalName = physicalName
    self.offset = offset
    self.profile = profile
  }
}

/// A part of a contract that is not enforced.
package struct Leftover: Hashable, Sendable {
  /// The offset of its word or value in the contract.
  package var offset: Int
  /// The words and the reason, without a full stop: `not enforced: ` comes in front of them.
  package var sentence: String
  /// Whether it is about a file that the contract names. A check reads that file, or another one
  /// that is given instead, or does not begin.
  package var isAboutFile: Bool

  package init(offset: Int, sentence: String, isAboutFile: Bool = false) {
    self.offset = offset
    self.sentence = sentence
    self.isAboutFile = isAboutFile
  }
}

/// A file that a contract names, or that is given for one of its objects.
package struct NamedFile: Hashable, Sendable {
  /// The path as it is written.
  package var path: String
  /// The offset of the path in the contract.
  package var offset: Int

  package init(path: String, offset: Int) {
    self.path = path
    self.offset = offset
  }
}
