/// A part of the product that takes bytes from strangers, and how to try it with any bytes.
///
/// The same code is run by libFuzzer (`Tests/Fuzzing/run`) and over the kept cases by plain tests.
/// A target ends in one of three ways: nil, a sentence that says which two parts disagree, or a
/// trap, which is a mistake of the product.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// The kernels that find structure in bytes, against a plain twin.
  case kernels
  /// JSON lines: the scanner against the plain parser, whole runs against both.
  case jsonScanning = "json-scanning"
  /// JSON records: accepted by us if and only if by Foundation, known differences aside.
  case jsonParsers = "json-parsers"
  /// CSV: the scanner against a plain reader.
  case csvScanning = "csv-scanning"
  /// Gzip: both engines against zlib's whole members; one thread against several.
  case gzip
  /// Zstandard: read in any pieces; one thread against several.
  case zstd
  /// Arrow tables: rows are JSON and do not depend on how many are loaded together; one thread
  /// against several.
  case arrow
  /// JSON documents: read in any pieces; refused if and only if by the plain parser.
  case documents
  /// Encodings: read in any pieces, counted and written again; one thread against several.
  case encodings
  /// Profiles: rules or mistakes, and rules that can be listed, compiled and run.
  case profile
  /// JSON Schemas: rules or mistakes, and rules that can be listed, compiled and run.
  case schema
  /// YAML: a document or a mistake, whose conversions to JSON and YAML have the same values.
  case yaml
  /// SQL: a statement or one mistake, and one report however records are cut.
  case sql
  /// Schemas and records made from the bytes: the engine against the slow validator.
  case schemaRules = "schema-rules"
  /// Patterns: PCRE2 against the kernels for classes, within a bounded time.
  case patterns
  /// One report however the input is cut and by however many threads it is judged.
  case parallel
  /// Rules and records made from the bytes: the compiled program against the slow evaluator.
  case rules
  /// Fixed rules, the bytes as JSON lines: the compiled program against the slow evaluator.
  case records
  /// Profiles inferred from the bytes: without mistakes, passed by their data, the same however it
  /// is cut.
  case inference
  /// Partial results: refused in words, or merged, by a tree of merges as by one.
  case partials

  /// The sentence that says what is wrong; nil if all is well.
  package func finding(in bytes: [UInt8]) -> String? {
    var input = FuzzBytes(bytes)
    return switch self {
    case .kernels: KernelTarget.finding(in: &input)
    case .jsonScanning: JSONScanningTarget.finding(in: &input)
    case .jsonParsers: JSONParserTarget.finding(in: &input)
    case .csvScanning: CSVScanningTarget.finding(in: &input)
    case .gzip: GzipTarget.finding(in: &input)
    case .zstd: ZstdTarget.finding(in: &input)
    case .arrow: ArrowTarget.finding(in: &input)
    case .documents: DocumentTarget.finding(in: &input)
    case .encodings: EncodingTarget.finding(in: &input)
    case .profile: ProfileTarget.finding(in: &input)
    case .schema: SchemaTarget.finding(in: &input)
    case .yaml: YAMLTarget.finding(in: &input)
    case .sql: SQLTarget.finding(in: &input)
    case .schemaRules: SchemaRuleTarget.finding(in: &input)
    case .patterns: PatternTarget.finding(in: &input)
    case .parallel: ParallelTarget.finding(in: &input)
    case .rules: RuleTarget.finding(in: &input)
    case .records: RecordTarget.finding(in: &input)
    case .inference: InferenceTarget.finding(in: &input)
    case .partials: PartialTarget.finding(in: &input)
    }
  }
}
