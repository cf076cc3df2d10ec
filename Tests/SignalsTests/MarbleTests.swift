import Signals
import SignalsTesting
import Testing

@Suite("Marbles")
struct MarbleTests {
  private let scheduler = TestScheduler()

  @Test(
    "a line is drawn as it was read",
    arguments: ["-a-b--|", "(ab)-c#", "a", "", "--(a|)", "---|"])
  func roundTrip(_ line: String) {
    #expect(Marbles(line).description == line)
    #expect(scheduler.draw(scheduler.signal(line, failure: Mishap.first)).description == line)
  }

  @Test("operators as lines")
  func operators() {
    let source = scheduler.signal("-a-bc----d|")
    let debounced = source.debounce(Marbles.frame * 2, on: scheduler)
    #expect(scheduler.draw(debounced).description == "------c---(d|)")
    let throttled = source.throttle(Marbles.frame * 3, on: scheduler)
    #expect(scheduler.draw(throttled).description == "-a--c----d|")
    let delayed = source.delay(Marbles.frame, on: scheduler)
    #expect(scheduler.draw(delayed) == Marbles("--a-bc----d|"))
  }
}
