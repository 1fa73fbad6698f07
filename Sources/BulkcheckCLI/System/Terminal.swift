internal import BulkcheckCore
internal import BulkcheckInput
internal import BulkcheckOutput
internal import BulkcheckReport
internal import CLibrary

/// Properties of the terminal, if there is one.
enum Terminal {
  static var isStandardErrorTerminal: Bool { isatty(2) == 1 }

  /// Whether colours would be seen and are not refused: both streams lead to a terminal.
  static var wantsColor: Bool {
    guard isatty(1) == 1, isatty(2) == 1 else { return false }
    return (Environment.value("NO_COLOR") ?? "").isEmpty
      && Environment.value("TERM") != "dumb"
  }

  /// The width that the report on standard output has to fit; nil: none. An exported `COLUMNS`
  /// counts where there is no terminal.
  static var columns: Int? {
    guard isatty(1) == 1 else {
      return Environment.value("COLUMNS").flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
    }
    return columns(of: 1)
  }

  /// The width of the terminal that standard error leads to; nil: none.
  static var standardErrorColumns: Int? { isatty(2) == 1 ? columns(of: 2) : nil }

  private static func columns(of descriptor: Int32) -> Int {
    SystemCalls.terminalColumns(descriptor) ?? 80
  }
}

/// Messages on standard error.
enum Diagnostics {
  /// One message on one line, with the name of the command before it; names in it may hold
  /// anything.
  static func write(_ message: String) {
    writePlain("bulkcheck: " + TerminalText.escaped(PathText.shown(message)))
  }

  /// Text that is fit for a terminal already.
  static func writePlain(_ text: String) {
    // There is no place left to report a failure to.
    try? SystemCalls.write(Array(withLineEnd(text).utf8), to: 2)
  }

  static func withLineEnd(_ text: String) -> String {
    text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }
}

/// Standard output, with every failure noticed.
enum StandardOutput {
  /// Throws a quiet ending if the reader has gone, one with a message if the text cannot be
  /// written.
  static func write(_ text: String) throws(CommandEnding) {
    do {
      try SystemCalls.write(Array(text.utf8), to: 1)
    } catch {
      if error.isClosedPipe { throw CommandEnding(exitCode: CommandEnding.closedPipe) }
      throw .failed(error, "cannot write to standard output: \(error)")
    }
  }
}

/// One line on standard error that is written over and over: share, rate, time left.
struct ProgressLine {
  /// Between two updates.
  private static let interval = Duration.milliseconds(100)

  private let isShown: Bool
  /// The size of all inputs, if it is known.
  private let bytesTotal: Int?
  private let start = ContinuousClock.now
  private var latest = ContinuousClock.now
  private var isOnScreen = false

  /// - Parameter readers: the programs that read some of the inputs. How much they write is not
  ///   known.
  init(_ mode: SwitchMode, inputs: [InputLocation], readers: InputReaders?) {
    isShown = mode.isOn(auto: Terminal.isStandardErrorTerminal)
    let paths = isShown ? inputs.map(\.name) : []
    let isKnown = isShown && !paths.contains { readers?.mayRead($0) ?? false }
    bytesTotal = isKnown ? InputFiles.totalSize(paths) : nil
  }

  mutating func show(_ progress: ReadingProgress) {
    show(progress.bytesRead, of: progress.bytesTotal, progress.records)
  }

  /// - Parameter total: the size of all inputs, if it is known.
  mutating func show(_ bytesRead: Int, of total: Int? = nil, _ records: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    guard now - latest >= ProgressLine.interval else { return }
    latest = now
    isOnScreen = true
    var text = ProgressLine.text(
      bytesRead, of: total ?? bytesTotal, records, seconds: (now - start) / .seconds(1))
    // A line that wraps could not be written over.
    if let columns = Terminal.standardErrorColumns { text = String(text.prefix(columns - 1)) }
    try? SystemCalls.write(Array("\r\(text)\u{1B}[K".utf8), to: 2)
  }

  /// Removes the line.
  mutating func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    try? SystemCalls.write(Array("\r\u{1B}[K".utf8), to: 2)
  }

  /// `42 %   1.31 GB of 3.1 GB   1.2 GB/s   2 s left   12,401,877 records`, within 80 columns.
  static func text(
    _ bytesRead: Int, of total: Int?, _ recordCount: Int, seconds: Double
  ) -> String {
    let perSecond = seconds > 0 ? Double(bytesRead) / seconds : 0
    let rate = Figures.rate(perSecond.isFinite && perSecond < 1e18 ? Int(perSecond) : 0)
    let records = Figures.counted(recordCount, "record")
    guard let total, total > 0, perSecond > 0 else {
      return "\(Figures.bytes(bytesRead))   \(rate)   \(records)"
    }
    let read = min(bytesRead, total)
    let share = Int(Double(read) / Double(total) * 100)
    let left = Double(total - read) / perSecond
    return "\(share) %   \(Figures.bytes(read)) of \(Figures.bytes(total))   \(rate)   "
      + "\(Figures.time(left.rounded(.up))) left   \(records)"
  }
}
