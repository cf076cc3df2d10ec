/// A point in time in RFC 3339 format, in the proleptic Gregorian calendar.
struct InternetTime {
  let secondsSince1970: Double

  /// Parses a text; nil if it is malformed or names a time that does not exist.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var text = Scanner(text: text)
    guard let year = text.digits(4), text.skip("-"), let month = text.digits(2), text.skip("-"),
      let day = text.digits(2), text.skip("T") || text.skip("t") || text.skip(" "),
      let hour = text.digits(2), text.skip(":"), let minute = text.digits(2), text.skip(":"),
      let second = text.digits(2), let fraction = text.fraction(), let shift = text.zone(),
      text.isAtEnd
    else { return nil }
    // Second 60 is a leap second; it counts as the first second of the next minute.
    guard (1...12).contains(month), (1...Self.dayCount(month, year)).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let days = Self.days(year, month, day)
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - shift * 60
    secondsSince1970 = Double(seconds) + fraction
  }

  /// The text of a time in UTC; years are clamped to 0000 to 9999.
  static func text(ofMilliseconds milliseconds: Int64) -> String {
    let least = Int64(days(0, 1, 1)) * 86_400_000
    let greatest = Int64(days(10_000, 1, 1)) * 86_400_000 - 1
    let time = min(max(milliseconds, least), greatest)
    let day = Int((Double(time) / 86_400_000).rounded(.down))
    let rest = Int(time - Int64(day) * 86_400_000)
    let (year, month, dayOfMonth) = date(day)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
    let fraction = rest % 1000 == 0 ? "" : "." + padded(rest % 1000, 3)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
      + clock.joined(separator: ":") + fraction + "Z"
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private static func dayCount(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days from 1 January 1970 to a date, computed with years that begin in March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The date that is a number of days after 1 January 1970.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let leap = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leap) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Parses the parts of a text.
  private struct Scanner {
    let text: UnsafeBufferPointer<UInt8>
    var place = 0

    var isAtEnd: Bool { place == text.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
      place += 1
      return true
    }

    mutating func digit() -> Int? {
      guard place < text.count else { return nil }
      let digit = text[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      place += 1
      return Int(digit)
    }

    mutating func digits(_ count: Int) -> Int? {
      var value = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// Returns zero if there is no fraction, and nil if it is malformed.
    ///
    /// Digits after the fifteenth are ignored.
    mutating func fraction() -> Double? {
      guard skip(".") || skip(",") else { return 0 }
      guard var value = digit() else { return nil }
      var unit = 10
      while let digit = digit() {
        guard unit < 1_000_000_000_000_000 else { continue }
        value = value * 10 + digit
        unit *= 10
      }
      return Double(value) / Double(unit)
    }

    /// Minutes east of Greenwich.
    mutating func zone() -> Int? {
      if skip("Z") || skip("z") { return 0 }
      let isEast = skip("+")
      guard isEast || skip("-"), let hours = digits(2), skip(":"), let minutes = digits(2),
        hours < 24, minutes < 60
      else { return nil }
      return (hours * 60 + minutes) * (isEast ? 1 : -1)
    }
  }
}
