internal import BulkcheckCore
internal import BulkcheckDocument

/// Reads contracts of the Open Data Contract Standard, versions 3.0 and 3.1.
///
/// Each object under `schema` becomes a profile. docs/contracts/odcs.md has the table of what
/// becomes what, and what is left over.
///
///     - name: orders                              { "bulkcheck": 1, "name": "orders",
///       properties:                                 "fields": { "order_id": {
///         - name: order_id              becomes       "type": "string", "required": true,
///           logicalType: string                       "unique": true } } }
///           primaryKey: true
///
/// A word of the standard that says something of values is carried over, is a mistake or is left
/// over; so is each word that the standard does not have. Only words about people, places and
/// storage are passed over in silence (``StandardWords``).
package enum OpenDataContract {
  /// Translates the objects under `schema`.
  ///
  /// - Parameters:
  ///   - tables: the paths of files that are given for objects, by their names.
  ///   - findings: takes what is found in a contract without an object.
  /// - Throws: what keeps the whole contract from being read, such as its version.
  static func translate(
    _ root: DocumentNode, tables: [String: String], besides findings: inout Findings
  ) throws(DocumentFault) -> [Translation] {
    try ContractVersion.check(root)
    let outline = try ContractOutline(root, tables: tables)
    if outline.objects.isEmpty {
      let none = ContractOutline.Object(node: .object([:], at: root.offset), name: "")
      var reader = ObjectReader(none, of: outline)
      reader.readContractWords()
      findings = reader.findings
    }
    return outline.objects.map { object in
      var reader = ObjectReader(object, of: outline)
      return reader.translation()
    }
  }
}

/// The versions of the standard that are read.
enum ContractVersion {
  private static let remedy = "version 3.0 or 3.1 of the Open Data Contract Standard"

  /// - Throws: the version or kind of another document, with a remedy.
  static func check(_ root: DocumentNode) throws(DocumentFault) {
    if let kind = root["kind"], !kind.isNull, kind.text != "DataContract" {
      throw fault(kind, "the kind of the document is \(kind.summary)", "\"DataContract\"")
    }
    guard let node = root["apiVersion"], !node.isNull else {
      // The default of the standard is not the same in each version.
      throw fault(root, "the contract has no `apiVersion`", "such as \"v3.1.0\"")
    }
    guard let version = node.text ?? node.digits else {
      throw fault(node, "`apiVersion` is \(node.summary)", "a version such as \"v3.1.0\"")
    }
    let digits = version.hasPrefix("v") ? version.dropFirst() : version[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    if parts.first == "3", parts.count > 1, parts[1] == "0" || parts[1] == "1" { return }
    let shown =
      "version \(Complaint.quoted(version)) of the Open Data Contract Standard is not read"
    if ["0", "1", "2"].contains(parts.first) {
      throw fault(
        node, shown,
        remedy + "; the changes are listed in the changelog of version 3.0.0 of the standard")
    }
    throw fault(node, shown, remedy)
  }

  private static func fault(
    _ node: DocumentNode, _ message: String, _ expected: String
  ) -> DocumentFault {
    DocumentFault(offset: node.offset, complaint: Complaint(message, expected: expected))
  }
}
