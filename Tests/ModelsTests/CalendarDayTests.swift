import Models
import Testing

@Suite("Days of the calendar")
struct CalendarDayTests {
  @Test(
    "are read in one form alone",
    arguments: [
      ("1970-01-01", 0), ("1970-12-31", 364), ("2000-02-29", 11_016), ("2026-05-31", 20_604),
      ("9999-12-31", 2_932_896), ("2026-5-31", nil), ("26-05-31", nil), ("2026-05-31 ", nil),
      ("2026-13-01", nil), ("2026-00-10", nil), ("2026-04-31", nil), ("2026-02-29", nil),
      ("1900-02-29", nil), ("2100-02-29", nil), ("1969-12-31", nil), ("2026-05", nil), ("", nil),
      ("-026-05-31", nil), ("+026-05-31", nil), ("２０２６-05-31", nil), ("2026-05-31-01", nil),
    ] as [(Substring, Int64?)])
  func reading(text: Substring, number: Int64?) {
    #expect(CalendarDay(iso: text)?.number == number)
  }

  @Test("begin at midnight of a place, also where the clocks change that day")
  func starts() throws {
    let day = try #require(CalendarDay(iso: "2026-03-29"))
    let midnight = day.number * 86_400_000
    #expect(day.start { _ in 0 }.milliseconds == midnight)
    #expect(day.start { _ in -5 * 3600 }.milliseconds == midnight + 5 * 3_600_000)
    // Clocks go from 2:00 to 3:00, at 1:00 UTC.
    let start = day.start { $0.milliseconds < midnight + 3_600_000 ? 3600 : 7200 }
    #expect(start.milliseconds == midnight - 3_600_000)
    let next = day.next.start { $0.milliseconds < midnight + 3_600_000 ? 3600 : 7200 }
    #expect(next.milliseconds == midnight + 22 * 3_600_000)
    #expect(CalendarDay(year: 1970, month: 1, day: 1)?.start { _ in 3600 }.milliseconds == 0)
  }
}
