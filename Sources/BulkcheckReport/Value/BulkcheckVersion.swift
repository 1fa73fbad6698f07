/// The version that `--version` and reports show.
public let BulkcheckVersion = "0.1.0"
