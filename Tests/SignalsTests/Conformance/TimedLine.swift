import Signals
import SignalsTesting
import Testing

/// One operator drawn as lines.
struct TimedLine: CustomTestStringConvertible, Sendable {
  typealias Build =
    @Sendable (Signal<Character, Mishap>, TestScheduler) -> Signal<
      Character, Mishap
    >
  let name: String
  let source: String
  let expected: String
  let build: Build
  var testDescription: String { "\(name) of \(source)" }

  init(_ name: String, _ source: String, _ expected: String, _ build: @escaping Build) {
    self.name = name
    self.source = source
    self.expected = expected
    self.build = build
  }

  private static let delay: Build = { $0.delay(Marbles.frame * 3, on: $1) }
  private static let debounce: Build = { $0.debounce(Marbles.frame * 3, on: $1) }
  private static let throttle: Build = { $0.throttle(Marbles.frame * 3, on: $1) }
  private static let first: Build = {
    $0.throttle(Marbles.frame * 3, sending: .first, on: $1)
  }
  private static let latest: Build = {
    $0.throttle(Marbles.frame * 3, sending: .latest, on: $1)
  }
  private static let timeout: Build = {
    $0.timeout(Marbles.frame * 3, failingWith: .second, on: $1)
  }

  static let all = [
    TimedLine("delay", "-a-b|", "----a-b|", delay),
    TimedLine("delay", "-(ab)c|", "----(ab)c|", delay),
    TimedLine("delay", "-a-b-#", "----a#", delay),
    TimedLine("delay", "-a#", "--#", delay),
    TimedLine("delay", "|", "---|", delay),
    TimedLine("debounce", "-a---b-c-d----|", "----a-------d-|", debounce),
    TimedLine("debounce", "-a-b|", "----(b|)", debounce),
    TimedLine("debounce", "-a-b#", "----#", debounce),
    TimedLine("debounce", "|", "|", debounce),
    TimedLine("throttle", "-ab-c-----d--|", "-a--c-----d--|", throttle),
    TimedLine("throttle", "-abc|", "-a--(c|)", throttle),
    TimedLine("throttle", "-ab#", "-a-#", throttle),
    TimedLine("throttle", "a--b--c--|", "a--b--c--|", throttle),
    TimedLine("throttle", "-(abc)-----|", "-a--c--|", throttle),
    TimedLine("throttle to the first", "-ab-c-----d--|", "-a--------d--|", first),
    TimedLine("throttle to the first", "-abc---d|", "-a-----d|", first),
    TimedLine("throttle to the first", "-ab#", "-a-#", first),
    TimedLine("throttle to the first", "-(abc)-----|", "-a-----|", first),
    TimedLine("throttle to the latest", "-ab-c-----d--|", "----c--------(d|)", latest),
    TimedLine("throttle to the latest", "-abcde-----|", "----d--e---|", latest),
    TimedLine("throttle to the latest", "-abc|", "----(c|)", latest),
    TimedLine("throttle to the latest", "-a|", "--(a|)", latest),
    TimedLine("throttle to the latest", "-ab#", "---#", latest),
    TimedLine("throttle to the latest", "-(abc)-----|", "----c--|", latest),
    TimedLine("timeout", "-a-b------c", "-a-b--#", timeout),
    TimedLine("timeout", "--|", "--|", timeout),
    TimedLine("timeout", "-----a|", "---#", timeout),
    TimedLine("timeout", "-a-#", "-a-#", timeout),
    TimedLine("timeout", "--a--b--|", "--a--b--|", timeout),
  ]
}
