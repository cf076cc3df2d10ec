import Signals
import SignalsTesting
import Testing

@Suite("Marbles")
struct MarbleTests {
  private let scheduler = TestScheduler()

  @Test(
    "a parsed line is drawn the same",
    arguments: ["-a-b--|", "(ab)-c#", "a", "", "--(a|)", "---|"])
  func roundTrip(_ line: String) {
    #expect(Marbles(line).description == line)
    #expect(scheduler.draw(scheduler.signal(line, failure: Mishap.first)).description == line)
  }

  @Test("spaces take no time, and idle frames at the end do not count")
  func padding() {
    #expect(Marbles(" -a- (b c) -") == "-a-(bc)")
    #expect(Marbles("-a---").description == "-a")
    #expect(Marbles("-a") != "a")
    #expect(Marbles("(ab)") != "(ba)")
  }

  @Test(
    "an invalid line is reported with the line, the column and the mistake",
    arguments: [
      ("-a-(b", 4, "the group is not closed"),
      ("-(a(b))", 4, "a group is inside another"),
      ("-a)", 3, "no group is open"),
      ("-()", 3, "the group is empty"),
      ("(a-b)", 3, "time does not pass inside a group"),
      ("-a|b", 4, "nothing follows the end"),
      ("-#|", 3, "nothing follows the end"),
      ("^-^", 3, "the line has two subscriptions"),
      ("^-!-!", 5, "the line has two disposals"),
    ])
  func mistakes(_ line: String, _ column: Int, _ problem: String) {
    withKnownIssue {
      _ = Marbles(line)
    } matching: { issue in
      let text = issue.description
      let pointer = String(repeating: " ", count: column + 1) + "^"
      return text.contains("marbles \"\(line)\", column \(column): \(problem)")
        && text.contains("\n  \(line)\n\(pointer)")
    }
  }

  @Test("a dictionary maps names to values and back")
  func values() {
    let source = scheduler.signal("-a-b|", values: ["a": 1, "b": 2])
    #expect(scheduler.draw(source.map { $0 * 2 }, values: ["x": 2, "y": 4]) == "-x-y|")
    scheduler.expectMarbles(source.scan(0, +), "-a-b|", values: ["a": 1, "b": 3])
  }

  @Test("two names of one value are the same")
  func aliases() {
    scheduler.expectMarbles(
      scheduler.signal("a-b|", values: ["a": 1, "b": 1]), "x-y|", values: ["x": 1, "y": 1])
  }

  @Test("an unknown name or failure fails the test")
  func unexplained() {
    withKnownIssue {
      _ = scheduler.signal("-a-b|", values: ["a": 1])
    } matching: { issue in
      issue.description.contains("the value 'b' is not in the dictionary")
    }
    withKnownIssue {
      _ = scheduler.signal("-a-#")
    } matching: { issue in
      issue.description.contains("'#' stands for no failure")
    }
    withKnownIssue {
      scheduler.expectMarbles(Signal<Int, Never>.never, "-z", values: [:])
    } matching: { issue in
      issue.description.contains("'z' is not in the dictionary")
        || issue.description.contains("does not match the line")
    }
    withKnownIssue {
      #expect(scheduler.draw(Signal<Int, Never>.just(7), values: ["a": 1]) == "(?|)")
    } matching: { issue in
      issue.description.contains("the value in frame 0 has no name: 7")
    }
  }

  @Test("an event between two frames fails the test; a finer frame draws it")
  func offGrid() {
    let late = Signal.timer(after: .milliseconds(15), on: scheduler).map { Character("t") }
    withKnownIssue {
      _ = scheduler.draw(late)
    } matching: { issue in
      issue.description.contains("lies between the frames")
    }
    #expect(scheduler.draw(late, frame: .milliseconds(5)) == "---(t|)")
  }

  @Test("an endless signal is drawn for a number of frames and released")
  func endless() {
    let clock = Signal.interval(Marbles.frame, on: scheduler).map { Character("\($0)") }
    #expect(scheduler.draw(clock, frames: 4) == "-012")
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a difference shows both lines and where they diverge")
  func comparison() {
    let source = scheduler.signal("-a-(bc)--|")
    withKnownIssue {
      scheduler.expectMarbles(source, "-a-b----#")
    } matching: { issue in
      issue.description.contains(
        """
        the signal does not match the line
        expected  -a-b   ----#
        got       -a-(bc)--|--
                     ^ frame 3, after 0.03 seconds
        """)
    }
    withKnownIssue {
      scheduler.expectMarbles(source, "")
    } matching: { issue in
      issue.description.contains("expected  ----   ---\ngot       -a-(bc)--|")
        && issue.description.contains("^ frame 1")
    }
  }

  @Test("the message includes a value without a name and an unexpected failure")
  func notes() {
    withKnownIssue {
      scheduler.expectMarbles(
        Signal<Int, Mishap>.just(5).concat(.failed(.second)), "(a#)", values: ["a": 4])
    } matching: { issue in
      issue.description.contains("the value in frame 0 has no name: 5")
        && issue.description.contains("the failure is second")
    }
  }

  @Test("the expected failure is compared")
  func failures() {
    let source = scheduler.signal("-a#", failure: Mishap.first)
    scheduler.expectMarbles(source, "-a#", failure: .first)
    withKnownIssue {
      scheduler.expectMarbles(source, "-a#", failure: .second)
    } matching: { issue in
      issue.description.contains("expected the failure .second, got .first")
    }
    let numbers = scheduler.signal("-a#", values: ["a": 1], failure: Mishap.first)
    scheduler.expectMarbles(numbers, "-a#", values: ["a": 1], failure: .first)
    withKnownIssue {
      scheduler.expectMarbles(numbers, "-a#", values: ["a": 1], failure: .second)
    }
  }

  @Test("a cold source restarts for each subscription and records it")
  func cold() {
    let source = scheduler.cold("-a-b-c-|")
    scheduler.expectMarbles(source.signal.take(first: 2), "-a-(b|)")
    source.expectSubscriptions("^--!")
    scheduler.expectMarbles(source.signal, "-a-b-c-|")
    source.expectSubscriptions("^--!", "---^------!")
    withKnownIssue {
      source.expectSubscriptions("^--!")
    } matching: { issue in
      issue.description.contains("got\n  ^--!\n  ---^------!")
    }
    withKnownIssue {
      scheduler.cold("a").expectSubscriptions("^")
    } matching: { issue in
      issue.description.contains("expected the subscriptions\n  ^\ngot\n  none")
    }
  }

  @Test("a hot source plays once, with or without subscribers")
  func hot() {
    let source = scheduler.hot("-a-^b-c-d|")
    let early = Recorder(source.signal)
    scheduler.advance(by: Marbles.frame * 3)
    early.expect("b", "c")
    scheduler.expectMarbles(source.signal, "--d|")
    early.expect("d")
    early.expectCompletion()
    source.expectSubscriptions("^-----!", "---^--!")
  }

  @Test("a hot source without an end keeps its subscribers when all is played")
  func hotWithoutEnd() {
    let recorder = Recorder(scheduler.hot("-a").signal)
    scheduler.advance(by: .seconds(1))
    recorder.expect("a")
    #expect(!recorder.isDisposed)
  }

  @Test("a hot source with values and failure")
  func hotValues() {
    let source = scheduler.hot("a-b#", values: ["a": 1, "b": 2], failure: Mishap.second)
    scheduler.expectMarbles(
      source.signal.map { $0 + 1 }, "a-b#", values: ["a": 2, "b": 3], failure: .second)
  }

  @Test("operators as lines")
  func operators() {
    let source = scheduler.signal("-a-bc----d|")
    let debounced = source.debounce(Marbles.frame * 2, on: scheduler)
    #expect(scheduler.draw(debounced) == "------c---(d|)")
    let throttled = source.throttle(Marbles.frame * 3, on: scheduler)
    #expect(scheduler.draw(throttled) == "-a--c----d|")
    let delayed = source.delay(Marbles.frame, on: scheduler)
    #expect(scheduler.draw(delayed) == "--a-bc----d|")
  }
}
