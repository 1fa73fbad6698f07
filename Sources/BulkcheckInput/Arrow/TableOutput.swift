internal import BulkcheckArrow
package import BulkcheckCore

/// Rows of Arrow inputs, written as a table again: Arrow IPC with the schema of the input, or CSV.
///
/// Used by one thread at a time.
package final class TableOutput {
  /// The form that the name of an output stands for.
  package enum Form: Sendable {
    case file, stream, csv

    /// nil: rows are written as JSON lines.
    package init?(path: String) {
      var name = Substring(path.lowercased())
      for suffix in [".gz", ".zst"] where name.hasSuffix(suffix) {
        name = name.dropLast(suffix.count)
      }
      if name.hasSuffix(".arrow") {
        self = .file
      } else if name.hasSuffix(".arrows") {
        self = .stream
      } else if name.hasSuffix(".csv") {
        self = .csv
      } else {
        return nil
      }
    }
  }

  /// Why rows cannot be written, in words.
  package struct Failure: Error {
    package let description: String
  }

  private enum Writer {
    case none
    case arrow(ArrowTableWriter, ArrowRowGatherer)
    case csv(ArrowCSVLines)
  }

  private let form: Form
  private var writer = Writer.none
  private var schema: ArrowSchema?

  package init(_ form: Form) { self.form = form }

  /// Writes what precedes the first row of the first input, and holds others against it.
  package func begin(
    _ table: InputTable, _ take: (ByteView) -> Void
  ) throws(Failure) {
    if let schema {
      guard schema == table.schema else {
        throw Failure(
          description: "its columns differ from those of the first table; check them in separate "
            + "runs, or name it .jsonl")
      }
      return
    }
    schema = table.schema
    do throws(ArrowError) {
      switch form {
      case .file, .stream:
        let writer = ArrowTableWriter(
          try table.message.get(), form: form == .file ? .file : .stream,
          bytesMaximum: table.limits.bytesMaximum)
        self.writer = .arrow(writer, ArrowRowGatherer(bytesMaximum: table.limits.bytesMaximum))
      case .csv:
        let header = try ArrowCSVLines.header(of: table.schema)
        ByteView.with(header) { take($0) }
        writer = .csv(ArrowCSVLines(bytesMaximum: table.limits.bytesMaximum))
      }
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// Writes some rows of a chunk.
  ///
  /// - Parameters:
  ///   - chosen: their numbers in the chunk, which rise.
  ///   - take: gets the bytes, which are valid only meanwhile.
  package func write(
    _ rows: any TableRows, _ chosen: [Int], _ take: (ByteView) -> Void
  ) throws(Failure) {
    guard let run = rows as? ArrowRun else { preconditionFailure("all tables are Arrow") }
    do throws(ArrowError) {
      let numbers = chosen.map { run.rows.lowerBound + $0 }
      switch writer {
      case .none: break
      case .arrow(let table, let gatherer):
        try table.write(gatherer.gather(run.batch, rows: numbers), take)
      case .csv(let lines):
        var text: [UInt8] = []
        try lines.append(run.batch, rows: numbers, to: &text)
        ByteView.with(text) { take($0) }
      }
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// Writes what ends a table.
  package func finish(_ take: (ByteView) -> Void) {
    if case .arrow(let table, _) = writer { table.finish(take) }
  }
}

/// The table of an input, as a ``TableOutput`` writes it again.
package struct InputTable: Sendable {
  let schema: ArrowSchema
  let message: Result<ArrowTableSchema, ArrowError>
  let limits: ArrowLimits

  init(_ reader: ArrowReader, _ limits: ArrowLimits) {
    schema = reader.schema
    self.limits = limits
    do throws(ArrowError) {
      message = .success(try reader.tableSchema())
    } catch {
      message = .failure(error)
    }
  }
}
