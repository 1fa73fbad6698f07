public import Requirements

extension Requirement where Value: Decodable & Sendable {
  /// Requires the value at the key path to occur in no other record of a batch.
  ///
  /// A single value is confirmed, since there is nothing to compare it with: use this beside the
  /// requirements of one record. In a batch, every occurrence after the first fails, as with
  /// `unique` in a profile. A missing value is not compared.
  public static func unique<Part>(
    _ keyPath: any KeyPath<Value, Part> & Sendable
  ) -> Requirement {
    acrossRecords(.unique, [.part(keyPath)])
  }

  /// Requires the combination of the values at both key paths to occur in no other record of a
  /// batch. A single value is confirmed.
  public static func unique<First, Second>(
    _ first: any KeyPath<Value, First> & Sendable, _ second: any KeyPath<Value, Second> & Sendable
  ) -> Requirement {
    acrossRecords(.unique, [.part(first), .part(second)])
  }

  /// Requires the value at the key path to be one of those in a column of a file.
  ///
  /// ```swift
  /// Requirement<Order>.references(\.country, column: "code", of: "countries.csv")
  /// ```
  /// A single value is confirmed, and the file is not opened. A ``BatchValidator`` reads it when it
  /// is made. A missing value is not looked up.
  ///
  /// - Parameters:
  ///   - keyPath: to a string, a number or a Boolean.
  ///   - column: the column of a CSV file, or a path in JSON records.
  ///   - file: its path, relative to the folder of the process; in a profile that is written, to
  ///     that of the profile.
  public static func references<Part>(
    _ keyPath: any KeyPath<Value, Part> & Sendable, column: String, of file: String
  ) -> Requirement {
    acrossRecords(.references(file: file, column: column), [.part(keyPath)])
  }

  /// Requires the value at the key path to be that of a property of some record of the batch: each
  /// parent is the id of a record.
  ///
  /// ```swift
  /// Requirement<Category>.references(\.parent, in: \.id)
  /// ```
  /// A single value is confirmed. In a batch it does not matter which record comes first. A missing
  /// value is not looked up.
  ///
  /// The valid records are known only at the end of the input.
  /// ``BatchValidator/validate(_:shouldStop:progress:)`` counts them; `batches` refuses such a
  /// requirement.
  public static func references<Part, Key>(
    _ keyPath: any KeyPath<Value, Part> & Sendable, in key: any KeyPath<Value, Key> & Sendable
  ) -> Requirement {
    acrossRecords(.referencesRecords, [.part(keyPath), .part(key)])
  }

  private static func acrossRecords(
    _ form: RecordsAnnotation.Form, _ subjects: [Outline]
  ) -> Requirement {
    Requirement.all([]).annotated(RecordsAnnotation(form: form, subjects: subjects))
  }
}

extension Outline {
  /// The outline of a key path that asks for nothing.
  fileprivate static func part<Whole, Part>(
    _ keyPath: any KeyPath<Whole, Part> & Sendable
  ) -> Outline {
    Requirement<Whole>.on(keyPath, Requirement<Part>.all([])).outline
  }
}

/// A requirement for all records together, or about a file. Single values are not asked.
struct RecordsAnnotation: OutlineAnnotation {
  enum Form: Hashable, Sendable {
    /// No two records have the same values.
    case unique
    case references(file: String, column: String)
    /// The first subject has a value that the second has in some record.
    case referencesRecords
  }

  let form: Form
  /// Outlines of key paths.
  let subjects: [Outline]
}
