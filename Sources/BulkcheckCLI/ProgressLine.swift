internal import BulkcheckInput
internal import BulkcheckReport

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

  init(_ mode: SwitchMode, inputs: [String]) {
    isShown = mode.isOn(auto: Terminal.isStandardErrorTerminal)
    bytesTotal = InputFiles.totalSize(inputs)
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
