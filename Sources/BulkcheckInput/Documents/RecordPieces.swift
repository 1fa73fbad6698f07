internal import BulkcheckCore

/// A record that is too long to be held: it is read as a document is that a schema splits.
///
/// A cutter of its own lists its pieces. Of the record
///
///     {"code": 1, "rates": [{"p": 1}, {"p": 2}]}
///
/// of a set whose records have the inner set `/rates/*`, the pieces are the two objects, and at the
/// end `{"code": 1, "rates": []}`. A chunk that lists them has no other records: see
/// ``DocumentRecords/pieces``. So a chunk is cut before the record and behind it.
///
/// Brackets and quotes are looked at besides, as of any record. So the end of a damaged one is
/// found, and only that record is malformed.
final class RecordPieces {
  var cutter: DocumentCutter
  /// How far the end of the record has been looked for.
  var extentTo: Int
  /// Its set and its JSON Pointer.
  let set: Int
  let pointer: String
  let offset: Int

  init(_ cutter: DocumentCutter, set: Int, pointer: String) {
    self.cutter = cutter
    self.set = set
    self.pointer = pointer
    offset = cutter.readTo
    extentTo = offset
  }

  /// No fault has been found.
  var isGood: Bool { cutter.fault == nil }

  func listing(isLast: Bool) -> DocumentRecords.Pieces {
    DocumentRecords.Pieces(
      set: set, pointer: pointer, isLast: isLast,
      fault: cutter.fault.map { $0.0.ofRecord(at: $0.at.offset - offset) })
  }
}

extension DocumentCutter {
  /// The record at hand is longer than so many bytes, and can be taken to pieces.
  func isTooLong(at end: Int, _ bytesMaximum: Int) -> Bool {
    guard heldBytesMaximum != nil, end - recordOffset > bytesMaximum, case .record = reading,
      !isListed
    else { return false }
    return !sets[recordPointer].inner.isEmpty
  }

  /// Goes back to the start of the record at hand, to read its pieces.
  mutating func beginPieces(_ buffer: ChunkBuffer, _ position: inout Int) {
    let set = sets[recordPointer]
    var cutter = DocumentCutter(
      .bySchema(set.inner, heldBytesMaximum: nil), recordBytesMaximum: recordBytesMaximum,
      names: names)
    // What is around the pieces stands for the record.
    if let star = states.pointers[recordPointer].lastStar, frames[star].isRepeated {
      cutter.isRepeated = true
      cutter.givenKeys = [.name(String(decoding: frames[star].name, as: UTF8.self))]
    }
    cutter.outlineSet = SchemaRecordSet.outlineNumber(ofRecordsOf: set.number)
    cutter.isOfRecord = true
    (line, lineOffset) = (recordLine, recordOffset - recordColumn)
    (cutter.readTo, cutter.line, cutter.lineOffset) = (recordOffset, line, lineOffset)
    (cutter.chunkLine, cutter.chunks) = (line, chunks)
    pieces = RecordPieces(cutter, set: set.number, pointer: path(to: frames.count))
    isListed = true
    let (start, end) = (recordOffset - offset, position)
    buffer.withRoom { JSONExtent.restoreLines(in: $0, from: start, upTo: end) }
    reading = .record(JSONExtent())
    position = start
    dueCut = recordOffset
  }

  /// Reads on in a record that is taken to pieces.
  mutating func readPieces(
    _ buffer: ChunkBuffer, _ position: inout Int, _ records: DocumentRecords
  ) {
    guard let own = pieces, case .record(var extent) = reading else { return }
    if own.isGood {
      own.cutter.read(buffer, at: offset, into: records)
      // That is not the fault of the record.
      if let (fault, _) = own.cutter.fault, case .temporaryFile = fault {
        return fail(fault, at: position)
      }
      (line, lineOffset) = (own.cutter.line, own.cutter.lineOffset)
      position = own.cutter.readTo - offset
      if own.extentTo < own.cutter.readTo {
        // The lines of what the cutter has read are counted.
        let (from, to) = (own.extentTo - offset, position)
        let end = buffer.withRoom { extent.end(in: $0, from: from, upTo: to) }
        precondition((end == to) == own.cutter.hasEnded && end ?? to == to, "the same brackets")
        own.extentTo = own.cutter.readTo
      }
    }
    var isEnded = own.isGood && own.cutter.hasEnded
    if !own.isGood {
      let from = own.extentTo - offset
      let linesBefore = extent.lines
      let end = buffer.withRoom { extent.end(in: $0, from: from) }
      position = end ?? buffer.count
      own.extentTo = offset + position
      isEnded = end != nil
      if extent.lines > linesBefore {
        line += extent.lines - linesBefore
        lineOffset = offset + extent.lineStart
      }
    }
    reading = .record(extent)
    guard isEnded else { return }
    pieces = nil
    endedPieces = own
    dueCut = offset + position
    endRecord(at: position, records)
  }

  /// Says of a chunk whose record is in pieces that it is.
  mutating func deliverPieces(in buffer: ChunkBuffer) {
    if let own = endedPieces {
      buffer.records.pieces = own.listing(isLast: true)
      own.cutter.appendOutlines(to: buffer)
      endedPieces = nil
    } else if let own = pieces, own.cutter.readTo > own.offset {
      buffer.records.pieces = own.listing(isLast: false)
      own.cutter.chunks += 1
    }
  }
}
