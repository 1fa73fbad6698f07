import BulkcheckCore
import Testing

/// Dates and times that may lack an offset are those in UTC without their `Z`.
@Suite struct LocalTimeTests {
  private static let clocks = [
    "00:00:00", "23:59:59", "12:30:15.5", "12:30:15.123456789123456789123", "23:59:60",
    "24:00:00", "12:60:00", "11:59:60", "12:30", "12:30:15.", "1:30:15", "", "12:30:15,5",
  ]
  private static let days = [
    "2024-02-29", "2023-02-29", "0000-01-01", "9999-12-31", "2024-1-01", "",
  ]

  private func instants(
    _ text: String, _ make: (ByteView) -> Instant?
  ) -> Instant? {
    let owned = OwnedBytes(text)
    return withExtendedLifetime(owned) {
      // One with a long fraction points to its text.
      make(owned.view).map { $0.isShort ? $0 : Instant(seconds: $0.seconds) }
    }
  }

  @Test("times without an offset are those in UTC", arguments: clocks)
  func times(clock: String) {
    let inUTC = instants(clock + "Z") { Instant(time: $0) }
    #expect(instants(clock) { Instant(time: $0, isLocal: true) } == inUTC)
    #expect(instants(clock) { Instant(time: $0) } == nil)
    #expect(instants(clock + "Z") { Instant(time: $0, isLocal: true) } == inUTC)
    for offset in ["+02:00", "-11:59", "+2:00"] {
      let given = instants(clock + offset) { Instant(time: $0) }
      #expect(instants(clock + offset) { Instant(time: $0, isLocal: true) } == given)
    }
  }

  @Test("date-times without an offset are those in UTC", arguments: days)
  func dateTimes(day: String) {
    for mark in ["T", "t", " ", ""] {
      for clock in Self.clocks {
        let text = day + mark + clock
        let inUTC = instants(text + "Z") { Instant(dateTime: $0) }
        #expect(instants(text) { Instant(dateTime: $0, isLocal: true) } == inUTC, "\(text)")
        #expect(instants(text) { Instant(dateTime: $0) } == nil, "\(text)")
        #expect(
          instants(text + "Z") { Instant(dateTime: $0, isLocal: true) } == inUTC, "\(text)")
        let east = instants(text + "+14:00") { Instant(dateTime: $0) }
        #expect(
          instants(text + "+14:00") { Instant(dateTime: $0, isLocal: true) } == east, "\(text)")
      }
    }
  }
}
