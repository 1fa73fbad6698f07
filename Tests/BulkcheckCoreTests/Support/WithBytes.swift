import BulkcheckCore

/// Bytes of a text that stay for the time of a test.
func withView<Result>(_ text: String, _ body: (ByteView) throws -> Result) rethrows -> Result {
  let owner = OwnedBytes(text)
  return try withExtendedLifetime(owner) { try body(owner.view) }
}

func withViews<Result>(
  _ a: String, _ b: String, _ body: (ByteView, ByteView) throws -> Result
) rethrows -> Result {
  try withView(a) { viewA in try withView(b) { viewB in try body(viewA, viewB) } }
}
