import Controllers
import Models

/// Times and days as text.
///
/// Hand-written arithmetic, because a system formatter would slow down the start.
struct TimeText {
  let secondsFromUTC: @Sendable (Timestamp) -> Int
  var clock = Preferences.Clock.twentyFour
  var dates = Preferences.Dates.english

  /// A calendar day, for comparison.
  struct Day: Hashable {
    let number: Int64
  }

  /// "13:05", or "1:05p".
  func clock(_ time: Timestamp) -> String {
    let seconds = localSeconds(time)
    let ofDay = seconds - Self.floorDivide(seconds, 86_400) * 86_400
    let (hour, minute) = (ofDay / 3600, Self.twoDigits(ofDay / 60 % 60))
    return switch clock {
    case .twentyFour: "\(Self.twoDigits(hour)):\(minute)"
    case .twelve: "\((hour + 11) % 12 + 1):\(minute)\(hour < 12 ? "a" : "p")"
    }
  }

  /// The columns of the longest time of the day.
  static func width(_ clock: Preferences.Clock) -> Int { clock == .twentyFour ? 5 : 6 }

  func day(_ time: Timestamp) -> Day {
    Day(number: Self.floorDivide(localSeconds(time), 86_400))
  }

  /// "Today", "Yesterday", "Fri 20 Nov", with the year if it is not the current one.
  func dayText(_ time: Timestamp, now: Timestamp) -> String {
    let (day, today) = (day(time).number, day(now).number)
    let words = DayWords.of(dates)
    let date = Self.date(day)
    guard let words else { return Self.isoText(ofDay: day) }
    if day == today { return words.today }
    if day == today - 1 { return words.yesterday }
    let weekday = words.weekdays[Int(((day % 7) + 11) % 7)]
    let text = "\(weekday) \(date.day)\(words.afterDay) \(words.months[date.month - 1])"
    return date.year == Self.date(today).year ? text : text + " \(date.year)"
  }

  /// "2026-05-31".
  static func isoText(of day: CalendarDay) -> String { isoText(ofDay: day.number) }

  private static func isoText(ofDay day: Int64) -> String {
    let date = date(day)
    return "\(date.year)-\(twoDigits(Int64(date.month)))-\(twoDigits(Int64(date.day)))"
  }

  /// "12:30" for a time of today, else the day.
  func moment(_ time: Timestamp, now: Timestamp) -> String {
    day(time) == day(now) ? clock(time) : dayText(time, now: now)
  }

  /// "12:30" today, "Thu 20 Nov 12:30" on other days.
  func dayAndClock(_ time: Timestamp, now: Timestamp) -> String {
    day(time) == day(now) ? clock(time) : "\(dayText(time, now: now)) \(clock(time))"
  }

  /// Servers may send any number: a time outside of 1970 to 9999 is shown as the nearest valid one.
  private func localSeconds(_ time: Timestamp) -> Int64 {
    let seconds = min(max(time.milliseconds / 1000, 0), 253_402_214_400)
    let offset = min(max(secondsFromUTC(Timestamp(milliseconds: seconds * 1000)), -86_400), 86_400)
    return max(0, seconds + Int64(offset))
  }

  /// The proleptic Gregorian date of a day number; day 0 is 1970-01-01.
  static func date(_ day: Int64) -> (year: Int64, month: Int, day: Int) {
    // Counts from 1 March of year 0, so that the leap day is the last of its year.
    let shifted = day + 719_468
    let era = floorDivide(shifted, 146_097)
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * ofYear + 2) / 153
    let dayOfMonth = Int(ofYear - (153 * shiftedMonth + 2) / 5 + 1)
    let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }

  private static func twoDigits(_ value: Int64) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
