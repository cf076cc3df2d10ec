/// Splits bytes into pieces and waits after each.
struct Pace {
  /// Bytes per second, or nil for no limit.
  let rate: Int?

  /// How many of the available bytes to send next: at most what a twentieth of a second allows.
  func next(_ available: Int) -> Int {
    min(available, rate.map { max(1, $0 / 20) } ?? available)
  }

  /// Waits as long as this many bytes take.
  func wait(after count: Int) async throws {
    guard let rate else { return }
    try await Task.sleep(for: .seconds(1) * Double(count) / Double(rate))
  }
}
