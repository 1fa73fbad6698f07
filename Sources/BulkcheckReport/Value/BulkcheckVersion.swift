/// The version that `--version` and reports show.
public let bulkcheckVersion = "0.1.0"
