package import BulkcheckCore

/// Cuts an input into chunks of whole records, as far as ``RecordCutter`` can tell; of a JSON
/// document a ``DocumentCutter`` does, which also lists them.
///
/// Chunks come in one of two ways. ``next(into:)`` reads (and inflates) one, straight into its
/// buffer. Where members lie ahead that workers can decompress by themselves,
/// ``takeMembers(into:)`` only takes their stored bytes; the worker's result is cut by ``cut(_:)``,
/// in the order of the input.
///
/// Used by one thread at a time.
package final class ChunkReader {
  package struct Chunk: Sendable {
    /// The position of its first byte in the input.
    package var offset: Int
    /// Nothing follows. Every input ends with exactly one such chunk, which may be empty, unless
    /// reading fails.
    package var isFinal: Bool
    /// JSON documents: the buffer lists the records.
    package var isDocument = false
    /// Rows of a table, which stand in for bytes.
    package var cells: RowCells?
    /// The rows of a table of which the chunk is made, if they are known.
    package var rows: (any TableRows)?
  }

  private let source: any ByteSource
  private let chunkBytes: Int
  private let recordBytesMaximum: Int
  private let name: String
  private var cutter: RecordCutter
  private var document: DocumentCutter?
  /// The bytes behind the last cut: the start of a record.
  private var carry = ChunkBuffer()
  private var nextCarry = ChunkBuffer()
  private var offset = 0
  private var isInsideLongLine = false
  private var hasEnded = false
  /// How the source ended, which is not asked again.
  private var sourceEnd: Filling?
  private var splitsMembers: Bool
  /// The error that stopped the reading; chunks before it are delivered first.
  package private(set) var failure: InputError?

  /// - Parameters:
  ///   - name: the input's, for errors.
  ///   - cutting: how the records follow one another.
  ///   - chunkBytes: the usual size of a chunk.
  ///   - recordBytesMaximum: a line beyond this is not gathered but handed on in pieces.
  ///   - splitsMembers: members may be given out to be decompressed by others.
  package init(
    source: any ByteSource, name: String, cutting: RecordCutting, chunkBytes: Int,
    recordBytesMaximum: Int, splitsMembers: Bool
  ) {
    self.source = source
    self.name = name
    self.chunkBytes = max(chunkBytes, 4)
    self.recordBytesMaximum = recordBytesMaximum
    self.splitsMembers = splitsMembers
    cutter = RecordCutter(quote: cutting.quote)
    if case .document(let cutting, let hidesKeys, let names) = cutting {
      document = DocumentCutter(
        cutting, recordBytesMaximum: recordBytesMaximum, names: names.map { MemberNames($0) })
      // Members are cut where they end.
      if document?.mayTakeToPieces == true { self.splitsMembers = false }
      document?.hidesKeys = hidesKeys
    }
  }

  /// JSON documents: where its records are.
  package var sets: [RecordSet] { document?.recordSets ?? [] }

  /// About how many stored bytes the chunks so far come from.
  package var storedBytesRead: Int { source.storedBytesRead }

  /// Reads the next chunk; nil at the end or after a failure. All members taken must have been cut.
  package func next(into buffer: ChunkBuffer) -> Chunk? {
    if hasEnded { return nil }
    buffer.reset(capacity: max(chunkBytes, carry.count + chunkBytes / 4 + 1))
    buffer.append(carry.bytes)
    carry.reset(capacity: 0)
    if document != nil { buffer.records.removeAll() }
    var target = max(chunkBytes, buffer.count + 1)
    while true {
      let seen = buffer.count
      let filling = sourceEnd ?? fill(buffer, upTo: target)
      if filling == .end || filling == .failed { sourceEnd = filling }
      if document != nil {
        if let chunk = cutDocument(buffer, filling) { return chunk }
        target = buffer.count + max(chunkBytes, min(buffer.count / 4, ChunkReader.stepBytesMaximum))
        grow(buffer, to: target)
        continue
      }
      switch filling {
      case .end:
        hasEnded = true
        defer { offset += buffer.count }
        return Chunk(offset: offset, isFinal: true)
      case .failed:
        hasEnded = true
        // All of it, but not as the end: of the record in which the input breaks off no end is
        // seen.
        defer { offset += buffer.count }
        return buffer.count > 0 ? Chunk(offset: offset, isFinal: false) : nil
      case .full, .members: break
      }
      let cut = cutter.lastCut(in: buffer.bytes, from: seen, ignoresQuotes: isInsideLongLine)
      if cut > 0 {
        isInsideLongLine = false
        return deliver(buffer, cut)
      }
      if isInsideLongLine || buffer.count > recordBytesMaximum + 2 {
        isInsideLongLine = true
        return deliver(buffer, buffer.count)
      }
      // Others go on from here; what there is waits for them.
      if case .members = filling { return deliver(buffer, 0) }
      target = buffer.count + max(chunkBytes, min(buffer.count / 4, ChunkReader.stepBytesMaximum))
      grow(buffer, to: target)
    }
  }

  /// Cuts a document behind the last record that ended in the buffer; nil if the buffer holds only
  /// a part of one.
  private func cutDocument(_ buffer: ChunkBuffer, _ filling: Filling) -> Chunk? {
    document?.read(buffer, at: offset, into: buffer.records)
    while let cut = document?.takeDueCut() {
      if cut > offset { return deliver(buffer, cut - offset) }
      document?.read(buffer, at: offset, into: buffer.records)
    }
    let end = offset + buffer.count
    if filling == .end { document?.finish(at: end, buffer.records) }
    takeFault()
    if filling == .end || filling == .failed || failure != nil {
      hasEnded = true
      let cut = max(0, (document?.cut(at: end) ?? end) - offset)
      buffer.cut(to: cut)
      document?.deliver(buffer)
      defer { offset += cut }
      return Chunk(offset: offset, isFinal: failure == nil, isDocument: true)
    }
    let cut = (document?.cut(at: end) ?? end) - offset
    guard cut > 0 || filling == .members else { return nil }
    return deliver(buffer, max(0, cut))
  }

  private func takeFault() {
    guard failure == nil, let fault = document?.fault else { return }
    failure = InputError(path: name, cause: .document(fault.0, fault.at))
  }

  /// The last step is a large one. Untouched pages cost nothing, and a piece of memory of that size
  /// goes back to the system as soon as it is freed. Pieces of middling sizes would pile up in the
  /// threads' heaps.
  private func grow(_ buffer: ChunkBuffer, to wanted: Int) {
    if wanted <= buffer.capacity { return }
    let limit = max(wanted, recordBytesMaximum + 2 * (chunkBytes + ChunkReader.stepBytesMaximum))
    buffer.grow(to: wanted > ChunkReader.stepBytesMaximum ? limit : min(limit, 2 * wanted))
  }

  private static let stepBytesMaximum = 1 << 20

  /// Cuts the buffer and carries the bytes behind the cut into the next chunk.
  private func deliver(_ buffer: ChunkBuffer, _ cut: Int) -> Chunk {
    carry.append(buffer.bytes[cut..<buffer.count])
    buffer.cut(to: cut)
    document?.deliver(buffer)
    defer { offset += cut }
    return Chunk(offset: offset, isFinal: false, isDocument: document != nil)
  }

  private enum Filling {
    case full, members, end, failed
  }

  private func fill(_ buffer: ChunkBuffer, upTo target: Int) -> Filling {
    while buffer.count < target {
      if buffer.count > 0, hasMembersAhead { return .members }
      do throws(InputError) {
        let got = try buffer.fill(upTo: target) { room throws(InputError) in
          try source.read(into: room)
        }
        if got == 0 { return .end }
      } catch {
        failure = error
        return .failed
      }
    }
    return .full
  }

  // MARK: Members for others to inflate

  private var hasMembersAhead: Bool {
    guard splitsMembers, !hasEnded else { return false }
    return source.rows?.hasRows ?? source.members?.plan(bytes: chunkBytes) ?? false
  }

  /// Takes the stored bytes of the next members; false if the next chunk must be read instead.
  ///
  /// May run ahead of ``cut(_:)``.
  package func takeMembers(into run: MemberRun) -> Bool {
    guard hasMembersAhead else { return false }
    if let rows = source.rows?.takeRows(bytes: chunkBytes) {
      run.load(rows)
      return true
    }
    guard let members = source.members else { return false }
    members.take(into: run)
    return true
  }

  /// Puts back members that turned out to be something else, the first of them at the front, and
  /// takes no more.
  package func putBack(_ runs: [MemberRun]) {
    splitsMembers = false
    source.rows?.putBack(runs.compactMap(\.rows))
    source.members?.putBack(runs)
  }

  /// Readies a buffer for what the members hold.
  package func prepare(_ buffer: ChunkBuffer, for run: MemberRun) {
    buffer.reset(capacity: run.roomWanted, headroom: ChunkReader.headroomBytes)
  }

  /// The start of a record is rarely longer.
  private static let headroomBytes = 16 << 10

  /// Cuts a buffer of inflated members. Called in the order in which they were taken.
  ///
  /// - Parameter run: what the buffer was filled from.
  package func cut(_ buffer: ChunkBuffer, of run: MemberRun? = nil) -> Chunk {
    if let rows = run?.rows {
      source.rows?.note(rows, bytes: run?.cells?.memoryBytes ?? buffer.count)
    }
    if let cells = run?.cells {
      // Lines are written whole, so nothing is carried. Positions are those of rows.
      defer { offset += cells.rowCount }
      return Chunk(offset: offset, isFinal: false, cells: cells, rows: run?.rows)
    }
    let cut =
      document == nil
      ? cutter.lastCut(in: buffer.bytes, from: 0, ignoresQuotes: isInsideLongLine)
      : cutDocument(members: buffer)
    var count = buffer.count
    let isWhole = carry.count == 0 && cut == count
    if cut > 0 {
      isInsideLongLine = false
      nextCarry.reset(capacity: buffer.count - cut)
      nextCarry.append(buffer.bytes[cut..<buffer.count])
      buffer.cut(to: cut)
      buffer.prepend(carry.bytes)
      swap(&carry, &nextCarry)
      nextCarry.reset(capacity: 0)
      count = buffer.count
      document?.deliver(buffer)
    } else if isInsideLongLine || carry.count + buffer.count > recordBytesMaximum + 2 {
      isInsideLongLine = true
      buffer.prepend(carry.bytes)
      carry.reset(capacity: 0)
      count = buffer.count
    } else {
      if carry.count + buffer.count > carry.capacity {
        grow(carry, to: carry.count + buffer.count)
      }
      carry.append(buffer.bytes)
      buffer.cut(to: 0)
      count = 0
    }
    defer { offset += count }
    return Chunk(
      offset: offset, isFinal: false, isDocument: document != nil, rows: isWhole ? run?.rows : nil)
  }

  /// The place to cut a buffer of inflated members, which the carried bytes come before.
  private func cutDocument(members buffer: ChunkBuffer) -> Int {
    buffer.records.removeAll()
    if document?.fault != nil {
      carry.reset(capacity: 0)
      buffer.cut(to: 0)
      return 0
    }
    let start = offset + carry.count
    document?.read(buffer, at: start, into: buffer.records)
    takeFault()
    if failure != nil { hasEnded = true }
    let cut = (document?.cut(at: start + buffer.count) ?? start) - start
    if cut > 0 { buffer.records.move(by: carry.count) }
    return cut
  }
}

/// How the records of an input follow one another.
package enum RecordCutting: Hashable, Sendable {
  case lines
  /// Rows of CSV: line ends may lie inside quotes, of this byte.
  case rows(quote: UInt8)
  /// - Parameters:
  ///   - hidesKeys: the keys of records must not be shown.
  ///   - names: where to put names that are compared; nil: they are not.
  case document(DocumentCutting, hidesKeys: Bool, names: SeenKeys.Plan?)

  var quote: UInt8? {
    if case .rows(let quote) = self { quote } else { nil }
  }
}

/// Finds the last place in a stretch where a record probably ends.
///
/// In JSONL a line feed always ends a record. In CSV a line end may be inside quotes. Quotes are
/// counted from where the last record was cut off, and a line end counts if their number is even.
/// That is right for well-formed data. It is a guess all the same (a stray quote deceives it), and
/// the run checks each chunk's start against the true end of the one before.
///
/// Each byte is looked at once, however often a record outgrows the room it has.
struct RecordCutter {
  private let quote: UInt8?
  /// An odd number of quotes stands between the last cut and the next stretch.
  private var isOpen = false

  /// - Parameter quote: CSV: the byte around cells in which line ends may lie; otherwise nil.
  init(quote: UInt8?) { self.quote = quote }

  /// The position behind the last record end in the bytes from `start` on, which follow those seen
  /// before; 0 if there is none.
  ///
  /// Inside a line that is too long anyway, quotes do not count.
  mutating func lastCut(in bytes: ByteView, from start: Int, ignoresQuotes: Bool) -> Int {
    let fresh = bytes[start..<bytes.count]
    guard let quote else { return mayEndLine(fresh) ? lastLineEnd(in: bytes, from: start) : 0 }
    if ignoresQuotes {
      isOpen = false
      return mayEndLine(fresh) ? lastLineEnd(in: bytes, from: start) : 0
    }
    if fresh.count(of: quote) & 1 == 1 { isOpen.toggle() }
    // Within a very long line there is nothing to look for, and the C library sees that faster.
    return mayEndLine(fresh) ? lastEvenLineEnd(in: bytes, from: start, quote) : 0
  }

  private mutating func lastEvenLineEnd(in bytes: ByteView, from start: Int, _ quote: UInt8) -> Int
  {
    var isOpenHere = isOpen
    var fallback = 0
    var position = bytes.count - 1
    while position >= start {
      let byte = bytes[position]
      if byte == quote { isOpenHere.toggle() }
      if endsLine(byte, position, bytes) {
        if !isOpenHere { return position + 1 }
        if fallback == 0 { fallback = position + 1 }
      }
      // Far back, a cut would make tiny chunks: quotes have probably gone wrong.
      if fallback > 0, position - start < (bytes.count - start) / 2 { break }
      position -= 1
    }
    // Cut inside quotes, as far as they can be trusted: after the cut, counting starts again.
    if fallback > 0 { isOpen.toggle() }
    return fallback
  }

  private func mayEndLine(_ bytes: ByteView) -> Bool {
    bytes.firstIndex(of: Ascii.lineFeed) != nil
      || quote != nil && bytes.firstIndex(of: Ascii.carriageReturn) != nil
  }

  private func lastLineEnd(in bytes: ByteView, from start: Int) -> Int {
    var position = bytes.count - 1
    while position >= start {
      if endsLine(bytes[position], position, bytes) { return position + 1 }
      position -= 1
    }
    return 0
  }

  /// A carriage return at the very end may be the first half of a CRLF.
  private func endsLine(_ byte: UInt8, _ position: Int, _ bytes: ByteView) -> Bool {
    if byte == Ascii.lineFeed { return true }
    return quote != nil && byte == Ascii.carriageReturn && position + 1 < bytes.count
      && bytes[position + 1] != Ascii.lineFeed
  }
}
