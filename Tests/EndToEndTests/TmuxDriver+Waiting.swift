import Foundation

extension TmuxDriver {
  /// Waits until the screen fulfils a condition, and returns that screen.
  ///
  /// Throws ``Timeout`` with the last screen when the time runs out.
  @discardableResult
  func wait(
    for expectation: String, within limit: Duration = .seconds(10),
    until condition: (Screen) -> Bool
  ) async throws -> Screen {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while true {
      let isLast = clock.now >= deadline
      let screen = try capture()
      if condition(screen) { return screen }
      guard !isLast else { throw Timeout(expectation: expectation, screen: screen) }
      try await clock.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until the screen contains a text.
  @discardableResult
  func wait(for text: String, within limit: Duration = .seconds(10)) async throws -> Screen {
    try await wait(for: "“\(text)”", within: limit) { $0.contains(text) }
  }

  /// Waits until the screen does not contain a text.
  @discardableResult
  func wait(
    forAbsenceOf text: String, within limit: Duration = .seconds(10)
  ) async throws -> Screen {
    try await wait(for: "no more “\(text)”", within: limit) { !$0.contains(text) }
  }

  /// Waits until the program has ended, and returns its status; nil after a signal.
  @discardableResult
  func waitForEnd(within limit: Duration = .seconds(10)) async throws -> Int32? {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while !hasEnded() {
      guard clock.now < deadline else {
        throw Timeout(expectation: "the program's end", screen: try capture())
      }
      try await clock.sleep(for: .milliseconds(20))
    }
    return try exitStatus()
  }
}
