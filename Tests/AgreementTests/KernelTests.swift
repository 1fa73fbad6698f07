import BulkcheckCore
import FuzzTargets
import TestSupport
import Testing
import Twins

/// The kernels against one another and against a plain twin, at every length and alignment.
@Suite struct KernelTests {
  static let jsonAlphabets: [[String]] = [
    ["\"", "\\", "a", "{", "}", ":", ",", " ", "\n", "1"],
    ["\\", "\\", "\\", "\"", "x"],
    ["\"", "é", "漢", "😀", "a", "\n", "\u{1}"],
    ["a", " ", "\"", "[", "]", "\t", "\r", "\u{c}", "\u{1a}", "\n"],
    ["\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"", "\\u00e9", "\n", ",", "€"],
  ]

  private func bytes(_ random: inout SeededGenerator, _ alphabet: [String], _ count: Int) -> [UInt8]
  {
    var bytes: [UInt8] = []
    while bytes.count < count {
      bytes +=
        random.oneIn(40)
        ? [UInt8(random.below(256))] : Array(random.pick(alphabet).utf8)
    }
    return Array(bytes.prefix(count))
  }

  @Test("strings: every kernel finds the end that the twin finds")
  func strings() {
    for seed in RandomRun.seeds(8) {
      var random = SeededGenerator(seed: seed)
      for count in 0...200 {
        let bytes = bytes(&random, random.pick(Self.jsonAlphabets), count) + [10]
        let start = random.oneIn(2) ? random.below(min(count, 70) + 1) : 0
        let plain = bytes[start...].firstIndex { $0 < 0x20 || $0 > 0x7F || $0 == 34 || $0 == 92 }
        let owner = OwnedBytes(bytes)
        withExtendedLifetime(owner) {
          for kernel in ScanKernel.available {
            let difference = KernelTarget.stringDifference(bytes, from: start, kernel)
            #expect(difference == nil, "seed \(seed), \(kernel), from \(start): \(bytes)")
          }
          #expect(owner.view.plainEnd(from: start) == plain, "seed \(seed), from \(start)")
          for position in start..<bytes.count {
            let runs = [true, false].map { owner.view.plainRun(at: position, isPortable: $0) }
            #expect(runs[0] == runs[1], "seed \(seed), at \(position): \(bytes)")
          }
        }
      }
    }
  }

  @Test("columns: every kernel finds the values that are alike")
  func alike() {
    let text = OwnedBytes(Array("abc".utf8))
    withExtendedLifetime(text) {
      for seed in RandomRun.seeds(200) {
        var random = SeededGenerator(seed: seed)
        let nodes = Storage<Node>(
          capacity: 80, repeating: Node(bytes: text.view, state: 0, kind: .string))
        defer { nodes.deallocate() }
        for place in 0..<80 {
          nodes[place] = Node(
            bytes: text.view[0..<random.below(3)], state: StateNumber(random.below(3)),
            kind: random.pick([.string, .string, .number, .cell]),
            flags: random.oneIn(4) ? .isEscaped : [])
        }
        let first = NodeNumber(random.below(8))
        let lanes = Lanes(
          bits: random.next() & random.pick([.max, random.next(), 1, (1 << 63), 0b111]))
        let mark = nodes[first + Int32(random.below(64))].mark
        var alike = Lanes.none
        var empties = Lanes.none
        for lane in lanes where nodes[first &+ lane].mark == mark {
          alike |= Lanes(lane)
          if nodes[first &+ lane].bytes.isEmpty { empties |= Lanes(lane) }
        }
        for kernel in ScanKernel.available {
          let found = nodes.alike(lanes, from: first, mark, kernel)
          #expect(found.alike == alike, "seed \(seed), \(kernel)")
          #expect(found.empties == empties, "seed \(seed), \(kernel)")
        }
      }
    }
  }

  @Test("CSV: every kernel finds what the twin finds")
  func csv() {
    for seed in RandomRun.seeds(8) {
      var random = SeededGenerator(seed: seed)
      for count in 0...200 {
        let bytes = bytes(
          &random, random.pick([["a", ",", "\"", "\n", "\r", ";"], ["é", "漢", "😀", ";"]]), count)
        let start = count > 0 && random.oneIn(2) ? random.below(min(count, 70)) : 0
        let delimiter: UInt8 = random.pick([44, 59, 9])
        for kernel in ScanKernel.available {
          let difference = KernelTarget.indexDifference(
            bytes, from: start, kernel, delimiter: delimiter)
          #expect(difference == nil, "seed \(seed), \(kernel), from \(start): \(bytes)")
        }
      }
    }
  }

  @Test("counting bytes is the same in every kernel")
  func counting() {
    var random = SeededGenerator(seed: 3)
    for count in 0...200 {
      let bytes = (0..<count).map { _ in UInt8(random.below(3)) }
      let owner = OwnedBytes(bytes)
      let start = count > 0 ? random.below(count) : 0
      let view = owner.view[start..<count]
      for kernel in ScanKernel.available {
        let found = withExtendedLifetime(owner) { view.count(of: 1, kernel: kernel) }
        #expect(found == bytes[start...].count { $0 == 1 })
      }
    }
  }

  @Test("the end of a JSON value is the same in every kernel, read at once or in two pieces")
  func valueEnds() {
    var random = SeededGenerator(seed: 4)
    let alphabet = Array("{}[]\"\\\n\r a".utf8)
    for seed in 0..<4000 * RandomRun.scale {
      let isSparse = random.below(2) == 0
      var bytes = (0..<1 + random.below(200)).map { _ in
        isSparse && random.below(6) > 0
          ? UInt8(ascii: "a") : alphabet[random.below(alphabet.count)]
      }
      bytes[0] = random.below(2) == 0 ? Ascii.openBrace : Ascii.openBracket
      let expected = SlowExtent(bytes)
      for kernel in ScanKernel.available {
        for cut in [bytes.count, 1 + random.below(bytes.count)] {
          var block = ByteBlock(capacity: bytes.count)
          ByteView.with(bytes) { block.copy($0, to: 0) }
          var extent = JSONExtent()
          var end = extent.end(in: block.room(from: 0, to: cut), from: 0, kernel: kernel)
          if end == nil {
            end = extent.end(in: block.room, from: cut, kernel: kernel)
          }
          #expect(end == expected.end, "seed \(seed), \(kernel), cut \(cut): \(bytes)")
          #expect(extent.lines == expected.lines, "seed \(seed), \(kernel), cut \(cut): \(bytes)")
          #expect(block.view(from: 0, to: bytes.count).array == expected.bytes)
        }
      }
    }
  }
}

/// The kernels that list JSON values, each compared with a search for one after the other.
@Suite("Runs of JSON values") struct JSONRunTests {
  private static let values = [
    "{}", "[]", #"{"a": "[,{"}"#, "[1, [2], {\"x\":\n\r\n{}}]", #"{"q": "\\\"},{", "r": []}"#,
    "{\"s\": \"" + String(repeating: "x", count: 130) + "\"}",
    "[" + String(repeating: "[{}],\n", count: 40) + "1]", "{\"raw\": \"\r\n\"}", "1", "\"a,{\"",
  ]
  private static let separators = [",", ", ", ",\n", " \r\n,\t\n ", ",,", " ", "]", ",\n" + blanks]
  private static let blanks = String(repeating: " ", count: 70)

  @Test("every kernel lists the values that come one by one")
  func agreement() throws {
    for seed in RandomRun.seeds(2000) {
      var random = SeededGenerator(seed: seed)
      var text = ""
      let isTidy = !random.oneIn(4)
      for _ in 0..<(1 + random.below(12)) {
        text += Self.values[random.below(Self.values.count - (isTidy ? 2 : 0))]
        text += Self.separators[random.below(isTidy ? 4 : Self.separators.count)]
      }
      if !"{[".contains(text.first ?? " ") { text = "{}," + text }
      var bytes = Array(text.utf8)
      if random.oneIn(3) { bytes.removeLast(random.below(bytes.count)) }
      let maximum = random.oneIn(3) ? 1 + random.below(200) : .max
      if random.oneIn(20) {
        bytes = Array(repeating: Array("{},".utf8), count: 600).joined() + bytes
      }
      let expected = SlowRun(bytes, maximum)
      for kernel in ScanKernel.available {
        let found = SlowRun(bytes, maximum, kernel)
        #expect(found == expected, "seed \(seed), \(kernel), \(maximum): \(text.debugDescription)")
      }
    }
  }
}

/// A run of values as it is found: by a kernel, or value by value.
private struct SlowRun: Equatable {
  var places: [[Int]] = []
  var end = 0
  var line = 3
  var lineStart = -7
  var isAtValue = false
  /// Start, line and its start, and the lines within.
  var open: [Int] = []
  var bytes: [UInt8]

  init(_ bytes: [UInt8], _ maximum: Int, _ kernel: ScanKernel) {
    var block = ByteBlock(capacity: bytes.count)
    ByteView.with(bytes) { block.copy($0, to: 0) }
    let records = DocumentRecords()
    var run = JSONExtent.Run(line: line, lineStart: lineStart)
    let first = DocumentRecords.Place(
      start: 0, end: 0, line: line, column: 0, container: 0, key: DocumentRecords.Key(index: 0),
      set: 0)
    end = records.append(
      elementsIn: block.room, from: first, bytesMaximum: maximum, &run, kernel: kernel)
    places = (0..<records.count).map {
      let place = records.place(of: $0)
      return [place.start, place.end, place.line, place.start - place.column]
    }
    (line, lineStart, isAtValue) = (run.line, run.lineStart, run.isAtValue)
    if let goesOn = run.open {
      open = [goesOn.start, goesOn.line, goesOn.lineStart, goesOn.extent.lines]
    }
    self.bytes = block.view(from: 0, to: bytes.count).array
    forgetReturns()
  }

  /// A value that is too long has been passed: carriage returns in it may have become blanks.
  private mutating func forgetReturns() {
    guard isAtValue else { return }
    for index in end..<bytes.count where bytes[index] == Ascii.carriageReturn {
      bytes[index] = Ascii.space
    }
  }

  init(_ bytes: [UInt8], _ maximum: Int) {
    self.bytes = bytes
    while true {
      let value = SlowExtent(Array(bytes[end...]))
      let start = end
      if let length = value.end, length > maximum {
        isAtValue = true
        forgetReturns()
        return
      }
      let place = [start, line, lineStart]
      let stop = start + (value.end ?? value.bytes.count)
      self.bytes.replaceSubrange(start..<stop, with: value.bytes[..<(stop - start)])
      take(bytes[start..<stop])
      end = stop
      guard value.end != nil else {
        open = place + [value.lines]
        return
      }
      places.append([start, stop] + place[1...])
      let rest = bytes[stop...].drop { Ascii.isBlank($0) || $0 == Ascii.lineFeed }
      let next = rest.dropFirst().drop { Ascii.isBlank($0) || $0 == Ascii.lineFeed }
      guard places.count < DocumentRecords.elementsMaximum, rest.first == Ascii.comma,
        let first = next.first, Ascii.opensContainer(first)
      else { return }
      take(bytes[stop..<next.startIndex])
      end = next.startIndex
    }
  }

  private mutating func take(_ passed: ArraySlice<UInt8>) {
    for (index, byte) in zip(passed.indices, passed) where byte == Ascii.lineFeed {
      line += 1
      lineStart = index + 1
    }
  }
}

/// The slow twin of ``JSONExtent``.
private struct SlowExtent {
  var bytes: [UInt8]
  var end: Int?
  var lines = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var depth = 0
    var isString = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if byte == Ascii.lineFeed {
        lines += 1
        if !isString { self.bytes[index] = Ascii.carriageReturn }
      }
      if byte == Ascii.carriageReturn, !isString { self.bytes[index] = Ascii.space }
      let isPlain = isEscaped
      isEscaped = byte == Ascii.backslash && !isEscaped
      if byte == Ascii.quote, !isPlain { isString.toggle() }
      if isString { continue }
      if Ascii.opensContainer(byte) { depth += 1 }
      if Ascii.closesContainer(byte) {
        depth -= 1
        if depth == 0 {
          end = index + 1
          return
        }
      }
    }
  }
}
