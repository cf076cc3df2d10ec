import Testing

@testable import Terminal

@Suite("FrameHold")
struct FrameHoldTests {
  /// Whether frames wait that are due at some times, each while content is awaited or not.
  private func held(_ frames: [(isAwaiting: Bool, time: Int64)]) -> [Bool] {
    var hold = FrameHold()
    return frames.map { hold.holds($0.isAwaiting, at: $0.time) }
  }

  private let longest = FrameHold.longest

  @Test("a frame waits for content until it is there")
  func waits() {
    #expect(
      held([(false, 5), (true, 10), (false, 20), (true, 30), (true, 29 + longest), (false, 40)])
        == [false, true, false, true, true, false])
  }

  @Test("slow content is waited for once, whatever else changes, until it has come")
  func ends() {
    let (end, later) = (10 + longest, 20 + longest)
    #expect(
      held([
        (true, 10), (true, end - 1), (true, end), (true, end), (true, later), (false, later),
        (true, later), (true, later + longest),
      ]) == [true, true, false, false, false, false, true, false])
  }

  @Test("says when the wait ends")
  func end() {
    var hold = FrameHold()
    _ = hold.holds(true, at: 10)
    #expect(hold.end == 10 + longest)
    _ = hold.holds(true, at: 10 + longest)
    #expect(hold.end == nil)
  }
}
