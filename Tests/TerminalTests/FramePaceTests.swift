import Testing

@testable import Terminal

@Suite("Pace of frames")
struct FramePaceTests {
  private static let interval = FramePace.interval

  @Test("The first frame is due at once, and more with it")
  func begins() {
    var pace = FramePace()
    for _ in 0..<3 {
      #expect(pace.due <= 1000)
      pace.count(at: 1000)
    }

    #expect(pace.due == 1000 + Self.interval)
  }

  @Test("Frames that follow each other are one interval apart")
  func spaces() {
    var pace = FramePace()
    var times: [Int64] = []
    for _ in 0..<6 {
      let time = max(0, pace.due)
      times.append(time)
      pace.count(at: time)
    }

    #expect(times == [0, 0, 0, 1, 2, 3].map { $0 * Self.interval })
  }

  @Test("After a pause, more frames are due at once again")
  func recovers() {
    var pace = FramePace()
    for _ in 0..<4 { pace.count(at: 0) }

    let later = 5 * Self.interval
    for _ in 0..<2 { pace.count(at: later) }

    #expect(pace.due == later)
  }

  @Test("However many frames input causes, others wait for one interval")
  func isBounded() {
    var pace = FramePace()

    for _ in 0..<100 { pace.count(at: 7) }

    #expect(pace.due == 7 + Self.interval)
  }

  @Test("Frames that change nothing count a quarter")
  func unseen() {
    var pace = FramePace()
    var times: [Int64] = []
    for _ in 0..<11 {
      let time = max(0, pace.due)
      times.append(time)
      pace.count(at: time, isSeen: false)
    }

    #expect(times == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2].map { $0 * FramePace.unseenInterval })
  }
}
