import Testing

@testable import Terminal

@Suite("Pace of frames")
struct FramePaceTests {
  private static let interval = FramePace.interval

  @Test("The first frame is due at once, and a second one with it")
  func begins() {
    var pace = FramePace()
    #expect(pace.due < 0)

    pace.count(at: 1000)

    #expect(pace.due == 1000)
  }

  @Test("Frames that follow each other are one interval apart")
  func spaces() {
    var pace = FramePace()
    var times: [Int64] = []
    for _ in 0..<5 {
      let time = max(0, pace.due)
      times.append(time)
      pace.count(at: time)
    }

    #expect(times == [0, 0, 1, 2, 3].map { $0 * Self.interval })
  }

  @Test("After a pause, two frames are due at once again")
  func recovers() {
    var pace = FramePace()
    for _ in 0..<3 { pace.count(at: 0) }

    let later = 5 * Self.interval
    pace.count(at: later)

    #expect(pace.due == later)
  }

  @Test("However many frames input causes, others wait for one interval")
  func isBounded() {
    var pace = FramePace()

    for _ in 0..<100 { pace.count(at: 7) }

    #expect(pace.due == 7 + Self.interval)
  }
}
