/// Bytes of a chunk, and what takes their place.
package struct RecordEdit: BitwiseCopyable {
  package var start: Int
  package var end: Int
  /// Valid until the worker looks at another record.
  package var text: ByteView
}

extension ChunkWorker {
  /// The fields whose values may change.
  package mutating func normalizedFields() -> NormalizedFields {
    NormalizedFields(explainer.engine.program)
  }

  /// Finds the replacements after which a well-formed record holds the values that rules saw: those
  /// after `normalize`, and after the `chain`s of the field's block that passed.
  ///
  /// Only changed values are replaced: the content of a string or a cell, or a null or missing
  /// value with a default. An absent member with a default is appended to its object. Nothing is
  /// changed in a record in which a key on the way occurs twice, and in CSV no column is added.
  ///
  /// - Parameters:
  ///   - ordinal: the record's number in the chunk, from 0.
  ///   - edits: emptied first; then the edits in order, which do not overlap.
  package mutating func normalizingEdits(
    ofRecord ordinal: Int, in chunk: JudgedChunk, by fields: NormalizedFields,
    into edits: inout [RecordEdit]
  ) {
    let record = chunk.records[ordinal]
    edits.removeAll(keepingCapacity: true)
    let fields =
      fields.sections.isEmpty ? fields : self.fields(ofRecord: ordinal, in: chunk, fields)
    explainer.engine.core.values.beginColumns()
    if explainer.engine.isCSV {
      normalizeCells(record, chunk, fields, &edits)
      return
    }
    var rewriter = JSONNormalizing(
      fields: fields, tree: explainer.engine.program.tree,
      cursor: JSONCursor(chunk.bytes[record.start..<record.end]), offset: record.start)
    guard rewriter.cursor.byte == Ascii.openBrace else { return }
    rewriter.object(FieldTree.root, &explainer.engine.core, &edits)
    if rewriter.hasDuplicates { edits.removeAll(keepingCapacity: true) }
  }

  /// The fields as they are changed in a record.
  private mutating func fields(
    ofRecord ordinal: Int, in chunk: JudgedChunk, _ fields: NormalizedFields
  ) -> NormalizedFields {
    rescan(chunk.text, RecordPosition(chunk.records[ordinal], ordinal))
    for number in explainer.engine.core.sectionsOfOnlyRecord() {
      if let own = fields.sections[Int(number)] { return own }
    }
    return fields
  }

  private mutating func normalizeCells(
    _ record: RecordVerdict, _ chunk: JudgedChunk, _ fields: NormalizedFields,
    _ edits: inout [RecordEdit]
  ) {
    guard case .csv(let layout) = reader.reading else { return }
    rescan(chunk.text, RecordPosition(record, 0))
    CellNormalizing(fields: fields, layout: layout).row(&explainer.engine.core, &edits)
  }
}
