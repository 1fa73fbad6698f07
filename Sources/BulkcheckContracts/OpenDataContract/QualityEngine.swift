internal import BulkcheckCore
internal import BulkcheckDocument

/// Rules of other engines, which quality rules of the type `custom` hold.
enum QualityEngine {
  /// The rules that a reader of another format makes of an implementation.
  struct Reading {
    /// Statements of entries of `rules` and `table`: their members besides the id, labels and
    /// severity.
    var rules: [[(String, DocumentNode)]] = []
    var table: [[(String, DocumentNode)]] = []
    var leftovers: [Leftover] = []
  }

  /// The engines whose rules can be read, by the names that contracts give them.
  private enum Engine {
    case greatExpectations, soda

    init?(_ name: String) {
      switch name.lowercased().filter({ $0.isLetter || $0.isNumber }) {
      case "greatexpectations", "gx": self = .greatExpectations
      case "soda", "sodacl": self = .soda
      default: return nil
      }
    }
  }

  /// Reads an implementation; nil if there is no reader for it.
  ///
  /// - Parameters:
  ///   - implementation: an object, or a text that holds one.
  ///   - path: the property that the rule is about.
  static func read(
    _ implementation: DocumentNode, engine: String, object: ContractOutline.Object,
    path: FieldPath?
  ) -> Reading? {
    // The readers of `bulkcheck import` are to be asked here.
    switch Engine(engine) {
    case .greatExpectations?, .soda?, nil: nil
    }
  }
}
