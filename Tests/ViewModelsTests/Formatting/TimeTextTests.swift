import Controllers
import Models
import Support
import Testing

@testable import ViewModels

@MainActor
@Suite("Times and days")
struct TimeTextTests {
  private let hour: Int64 = 3_600_000

  private func at(_ hours: Int64, _ minutes: Int64 = 0) -> Timestamp {
    Timestamp(milliseconds: 1_795_651_200_000 + hours * hour + minutes * 60_000)
  }

  @Test("the clock has 24 hours, or twice 12")
  func clock() {
    let usual = TimeText(secondsFromUTC: { _ in 0 })
    let twelve = TimeText(secondsFromUTC: { _ in 0 }, clock: .twelve)
    let times = [at(0, 5), at(9), at(12), at(13, 5), at(23, 59)]

    #expect(times.map(usual.clock) == ["00:05", "09:00", "12:00", "13:05", "23:59"])
    #expect(times.map(twelve.clock) == ["12:05a", "9:00a", "12:00p", "1:05p", "11:59p"])
    for time in times {
      #expect(usual.clock(time).count == TimeText.width(.twentyFour))
      #expect(twelve.clock(time).count <= TimeText.width(.twelve))
    }
  }

  @Test(
    "days are written in the language that is chosen",
    arguments: [
      (Preferences.Dates.english, ["Today", "Yesterday", "Tue 24 Nov", "Wed 26 Nov 2025"]),
      (.german, ["Heute", "Gestern", "Di 24. Nov", "Mi 26. Nov 2025"]),
      (.french, ["Aujourd’hui", "Hier", "mar 24 nov", "mer 26 nov 2025"]),
      (.spanish, ["Hoy", "Ayer", "mar 24 nov", "mié 26 nov 2025"]),
      (.italian, ["Oggi", "Ieri", "mar 24 nov", "mer 26 nov 2025"]),
      (.iso, ["2026-11-26", "2026-11-25", "2026-11-24", "2025-11-26"]),
    ])
  func days(dates: Preferences.Dates, expected: [String]) {
    let text = TimeText(secondsFromUTC: { _ in 0 }, dates: dates)
    let now = at(12)
    let days = [at(1), at(-23), at(-47), at(12 - 365 * 24)]

    #expect(days.map { text.dayText($0, now: now) } == expected)
  }

  @Test("every language has twelve months and seven days")
  func words() {
    for dates in Preferences.Dates.allCases {
      guard let words = DayWords.of(dates) else { continue }
      #expect(words.months.count == 12 && words.weekdays.count == 7, "\(dates)")
    }
  }
}
