/// Cuts bytes in pieces, and says how long to wait after each.
struct Pace {
  /// Bytes a second, or nil for no limit.
  let rate: Int?

  /// How many of so many bytes go next: what may pass in a twentieth of a second.
  func next(_ available: Int) -> Int {
    min(available, rate.map { max(1, $0 / 20) } ?? available)
  }

  /// Waits as long as so many bytes take.
  func wait(after count: Int) async throws {
    guard let rate else { return }
    try await Task.sleep(for: .seconds(1) * Double(count) / Double(rate))
  }
}
