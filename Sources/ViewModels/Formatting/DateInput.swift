import Models

/// Reads a day or a time as people type it.
struct DateInput {
  /// Days and times without a year or a day are the last ones before it.
  let now: Timestamp
  let secondsFromUTC: @Sendable (Timestamp) -> Int

  private static let secondsOfDay: Int64 = 86_400

  /// The begin of a day such as `2026-11-24`, `24.11.`, `24.11.2026`, `today` or `yesterday`, or a time
  /// such as `12:30`, alone or after a day; nil for anything else.
  func time(_ text: String) -> Timestamp? {
    let words = text.lowercased().split(separator: " ")
    guard let first = words.first, words.count <= 2 else { return nil }
    if words.count == 1, let clock = Self.clock(first) {
      let last = today * Self.secondsOfDay + clock
      return time(local: last > localNow ? last - Self.secondsOfDay : last)
    }
    guard let day = day(first) else { return nil }
    guard words.count == 2 else { return time(local: day * Self.secondsOfDay) }
    return Self.clock(words[1]).flatMap { time(local: day * Self.secondsOfDay + $0) }
  }

  /// The day that one word names, as at the begin of a time.
  func calendarDay(_ word: Substring) -> CalendarDay? {
    day(Substring(word.lowercased())).flatMap {
      let date = TimeText.date($0)
      return CalendarDay(year: date.year, month: Int64(date.month), day: Int64(date.day))
    }
  }

  private func day(_ word: Substring) -> Int64? {
    switch word {
    case "today": return today
    case "yesterday": return today - 1
    default: break
    }
    let isDotted = word.contains(".")
    let parts = word.split(separator: isDotted ? "." : "-", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let numbers = (isDotted ? parts.reversed() : parts).map(Self.number)
    guard let month = numbers[1], let day = numbers[2] else { return nil }
    if isDotted, parts[2].isEmpty { return lastDay(month, day) }
    return numbers[0].flatMap { CalendarDay(year: $0, month: month, day: day)?.number }
  }

  /// The day of this year or, if that is to come, of the last one; 29 February may be longer ago.
  private func lastDay(_ month: Int64, _ day: Int64) -> Int64? {
    let year = TimeText.date(today).year
    return (0...8).lazy
      .compactMap { CalendarDay(year: year - $0, month: month, day: day)?.number }
      .first { $0 <= today }
  }

  private var localNow: Int64 { now.milliseconds / 1000 + Int64(secondsFromUTC(now)) }
  private var today: Int64 { max(localNow, 0) / Self.secondsOfDay }

  /// The time at which clocks here show that many seconds since 1970.
  private func time(local: Int64) -> Timestamp? {
    local >= 0 ? Timestamp(local: local, secondsFromUTC: secondsFromUTC) : nil
  }

  /// The seconds since midnight.
  private static func clock(_ word: Substring) -> Int64? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hours = number(parts[0]), let minutes = number(parts[1]),
      hours < 24, minutes < 60, parts[1].count == 2
    else { return nil }
    return hours * 3600 + minutes * 60
  }

  private static func number(_ digits: Substring) -> Int64? {
    guard (1...4).contains(digits.utf8.count), digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return Int64(digits)
  }
}
