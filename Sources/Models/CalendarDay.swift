/// A day of the Gregorian calendar from 1970-01-01 to 9999-12-31, in whatever time zone.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01.
  package let number: Int64

  private static let secondsOfDay: Int64 = 86_400

  /// Creates a day from its parts; nil when there is no such day.
  package init?(year: Int64, month: Int64, day: Int64) {
    guard (1970...9999).contains(year), (1...12).contains(month),
      (1...Self.length(ofMonth: month, year)).contains(day)
    else { return nil }
    // Counts from 1 March, so that the leap day is the last of its year.
    let shiftedYear = month <= 2 ? year - 1 : year
    let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    number =
      365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + ofYear - 719_468
  }

  /// Reads a day such as `2026-05-31`; nil for anything else.
  ///
  /// Source: ISO 8601, calendar dates in the extended format.
  package init?(iso text: Substring) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard parts.map(\.utf8.count) == [4, 2, 2],
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let year = Int64(parts[0]), let month = Int64(parts[1]), let day = Int64(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private init(number: Int64) { self.number = number }

  /// The day after this one.
  package var next: CalendarDay { CalendarDay(number: number + 1) }

  /// The time at which the day begins.
  ///
  /// - Parameter secondsFromUTC: The time zone at a time.
  package func start(secondsFromUTC: (Timestamp) -> Int) -> Timestamp {
    Timestamp(local: number * Self.secondsOfDay, secondsFromUTC: secondsFromUTC)
  }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.number < right.number
  }

  private static func length(ofMonth month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}

extension Timestamp {
  /// The time at which clocks in a time zone show that many seconds since 1970-01-01 00:00; not before 1970.
  ///
  /// - Parameter secondsFromUTC: The time zone at a time.
  package init(local seconds: Int64, secondsFromUTC: (Timestamp) -> Int) {
    let guess = Timestamp(milliseconds: seconds * 1000)
    // The clocks may change in between.
    let near = Timestamp(milliseconds: (seconds - Int64(secondsFromUTC(guess))) * 1000)
    self.init(milliseconds: max(0, (seconds - Int64(secondsFromUTC(near))) * 1000))
  }
}
