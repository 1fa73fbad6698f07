internal import CLibrary

/// The time of day, for people: what is measured is measured by a clock that is never set.
enum WallClock {
  /// Seconds since the beginning of 1970.
  static var seconds: Int { Int(time(nil)) }
}
