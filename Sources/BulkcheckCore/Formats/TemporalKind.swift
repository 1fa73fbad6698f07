/// The formats whose values are points of time.
package enum TemporalKind: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  case date, time
  case dateTime = "date-time"

  package var format: Format {
    switch self {
    case .date: .date
    case .time: .time
    case .dateTime: .dateTime
    }
  }
}

extension Format {
  /// nil for a format whose values are in no order of time.
  package var temporalKind: TemporalKind? { TemporalKind(rawValue: rawValue) }
}
