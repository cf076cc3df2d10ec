import Models
import Support
import Testing

@testable import ViewModels

@Suite("Days and times as people type them")
@MainActor
struct DateInputTests {
  /// Noon of 20 November 2025 is 12:30 UTC.
  private func text(_ input: String, secondsFromUTC: Int = 0) -> String? {
    let reader = DateInput(now: .noon, secondsFromUTC: { _ in secondsFromUTC })
    let time = TimeText(secondsFromUTC: { _ in secondsFromUTC })
    return reader.time(input).map { found in
      let date = TimeText.date((found.milliseconds / 1000 + Int64(secondsFromUTC)) / 86_400)
      return "\(date.year)-\(date.month)-\(date.day) \(time.clock(found))"
    }
  }

  @Test(
    "are understood",
    arguments: [
      ("2025-11-24", "2025-11-24 00:00"), ("2024-02-29", "2024-2-29 00:00"),
      ("24.11.2019", "2019-11-24 00:00"), ("24.11.", "2024-11-24 00:00"),
      ("20.11.", "2025-11-20 00:00"), ("1.1.", "2025-1-1 00:00"), ("29.2.", "2024-2-29 00:00"),
      ("today", "2025-11-20 00:00"), ("Yesterday", "2025-11-19 00:00"),
      ("12:30", "2025-11-20 12:30"), ("12:31", "2025-11-19 12:31"), ("0:05", "2025-11-20 00:05"),
      ("yesterday 8:15", "2025-11-19 08:15"), ("2025-01-02 23:59", "2025-1-2 23:59"),
      ("1970-01-01", "1970-1-1 00:00"),
    ])
  func understood(input: String, expected: String) {
    #expect(text(input) == expected)
  }

  @Test("are those of the clocks here", arguments: [-36_000, -5 * 3600, 3600, 50_400])
  func zones(seconds: Int) {
    #expect(text("2025-11-24 10:00", secondsFromUTC: seconds) == "2025-11-24 10:00")
    #expect(text("24.12.2024", secondsFromUTC: seconds) == "2024-12-24 00:00")
  }

  @Test(
    "others are not",
    arguments: [
      "", "soon", "2025-13-01", "2025-02-29", "31.4.2025", "32.1.", "24.11", "25:00", "12:60",
      "12:3",
      "12:30 today", "today 12", "2025-11-24 12:30 x", "-1-1-1", "99999-01-01", "1969-12-31",
      "٢٠٢٥-١١-٢٤", "2025-11-24T12:30", "1.1.1.1", "..", "--",
    ])
  func refused(input: String) {
    #expect(text(input) == nil)
  }
}
