/// The rows of a table that a chunk holds, for whoever writes them as a table again. The core knows
/// no format of tables.
package protocol TableRows: Sendable {
  /// Records of the chunk are these rows, in this order.
  var count: Int { get }
}
