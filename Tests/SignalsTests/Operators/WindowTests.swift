import Signals
import SignalsTesting
import Testing

@Suite("Window")
struct WindowTests {
  private let scheduler = TestScheduler()
  private let subject = Subject<Int, Mishap>()

  /// The line of the windows, `0`, `1` …, and a line for each window, all from the same frame on.
  private func draw(
    _ line: String, frames: Int = 12,
    _ build: (Signal<Character, Mishap>) -> Signal<Signal<Character, Mishap>, Mishap>
  ) -> [String] {
    let board = Blackboard(scheduler)
    let subscription = build(scheduler.signal(line, failure: .first)).subscribe { window in
      let row = board.addWindow()
      _ = window.subscribe(
        value: { board.mark($0, row) }, failed: { _ in board.mark("#", row) },
        completed: { board.mark("|", row) })
    } failed: { _ in
      board.mark("#", 0)
    } completed: {
      board.mark("|", 0)
    }
    scheduler.advance(by: Marbles.frame * frames)
    subscription.dispose()
    return board.lines
  }

  @Test("by a count: a window opens with its first value and ends with its last")
  func count() {
    #expect(draw("-a-b-c-|") { $0.window(count: 2) } == ["-0---1-|", "-a-(b|)", "-----c-|"])
    #expect(draw("-a-b|") { $0.window(count: 2) } == ["-0--|", "-a-(b|)"])
    #expect(draw("-a#") { $0.window(count: 2) } == ["-0#", "-a#"])
    #expect(draw("--|") { $0.window(count: 2) } == ["--|"])
  }

  @Test("by time: the first window opens at once, and a window may be empty")
  func time() {
    let windows =
      { [scheduler] in $0.window(Marbles.frame * 3, on: scheduler) }
      as (Signal<Character, Mishap>) -> Signal<Signal<Character, Mishap>, Mishap>
    #expect(
      draw("-ab-c---|", windows) == ["0--1--2-|", "-ab|", "----c-|", "--------|"])
    #expect(draw("-a-----#", windows) == ["0--1--2#", "-a-|", "------|", "-------#"])
    #expect(draw("|", windows) == ["(0|)", "|"])
  }

  @Test("by a signal: its values close the window and open the next, its completion ends all")
  func boundary() {
    let build = { [scheduler] (line: String) in
      { $0.window(until: scheduler.signal(line)) }
        as (Signal<Character, Mishap>) -> Signal<Signal<Character, Mishap>, Mishap>
    }
    #expect(draw("-a-b-c-|", build("----t--")) == ["0---1--|", "-a-b|", "-----c-|"])
    #expect(draw("-a-b-c-|", build("--t-|")) == ["0-1-|", "-a|", "---b|"])
    #expect(draw("-a-b-#", build("--t")) == ["0-1--#", "-a|", "---b-#"])
  }

  @Test("a late subscriber of a window receives the rest, and one after its end receives the end")
  func late() {
    let windows = Box<Signal<Int, Mishap>>()
    let subscription = subject.signal.window(count: 3).follow { windows.append($0) }
    subject.send(1)
    subject.send(2)
    let recorder = Recorder(windows.values[0])
    subject.send(3)
    recorder.expect(3)
    recorder.expectCompletion()
    Recorder(windows.values[0]).expectCompletion()
    subscription.dispose()
  }

  @Test("disposal ends the source and the clock, and the open window without an event")
  func disposal() {
    let source = scheduler.cold("-a-b")
    let windows = Box<Signal<Character, Never>>()
    let subscription = source.signal.window(Marbles.frame * 3, on: scheduler).subscribe {
      windows.append($0)
    }
    let recorder = Recorder(windows.values[0])
    scheduler.advance(by: Marbles.frame * 2)
    subscription.dispose()
    recorder.expect("a")
    #expect(recorder.isDisposed)
    #expect(scheduler.pendingCount == 0)
    source.expectSubscriptions("^-!")
    let late = Recorder(windows.values[0])
    #expect(late.isDisposed)
  }

  @Test("disposal from inside the first window's opening starts nothing")
  func disposalInside() {
    let source = scheduler.cold("-a")
    let subscription = CompositeDisposable()
    let opened = source.signal.window(Marbles.frame, on: scheduler)
    let handle = Signal<Signal<Character, Never>, Never> { observer in opened.subscribe(observer) }
    subscription += handle.take(first: 1).subscribe()
    source.expectSubscriptions()
    #expect(scheduler.pendingCount == 0)
  }

  @Test("a source released without an event ends the open window")
  func sourceGoes() {
    var source: Subject<Int, Never>? = Subject()
    let windows = Box<Signal<Int, Never>>()
    let subscription = source?.signal.window(count: 3).subscribe { windows.append($0) }
    source?.send(1)
    let recorder = Recorder(windows.values[0])
    source = nil
    #expect(recorder.isDisposed)
    subscription?.dispose()
  }

  @Test("values and cuts that are sent from inside a window come after the current value")
  func reentrancy() {
    let (source, cuts) = (Subject<Int, Never>(), Subject<Void, Never>())
    let heard = Box<String>()
    let number = Box<Int>()
    let subscription = source.signal.window(until: cuts.signal).subscribe { window in
      number.append(0)
      let own = number.values.count
      for listener in ["x", "y"] {
        _ = window.subscribe { value in
          heard.append("\(own)\(listener)\(value)")
          guard value == 1, listener == "x" else { return }
          cuts.send()
          source.send(2)
        }
      }
    }
    source.send(1)
    #expect(heard.values == ["1x1", "1y1", "2x2", "2y2"])
    subscription.dispose()
  }

  @Test("windows retain no values, and nothing is retained after the end")
  func release() {
    let census = Census()
    let source = Subject<Item, Mishap>()
    let windows = Box<Signal<Item, Mishap>>()
    let token = census.item(-1)
    let builds: [(Signal<Item, Mishap>) -> Signal<Signal<Item, Mishap>, Mishap>] = [
      { $0.window(count: 3) }, { $0.window(Marbles.frame, on: scheduler) },
    ]
    for build in builds {
      _ = build(source.signal).follow { window in
        windows.append(window)
        _ = window.follow { [held = census.item(-2)] _ in held.touch() }
      }
    }
    for number in 0..<5 { source.send(census.item(number)) }
    #expect(census.count == 3)
    source.fail(.first)
    withExtendedLifetime(token) { #expect(census.count == 1) }
    #expect(scheduler.pendingCount == 0)
  }
}

/// Several lines of marbles that are drawn together.
private final class Blackboard: Sendable {
  private let scheduler: TestScheduler
  private let start: Duration
  private let rows = Box<[Int: String]>([[:]])

  init(_ scheduler: TestScheduler) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  /// Marks a window in the first row and returns the number of its own row.
  func addWindow() -> Int {
    let number = rows.modify { rows in
      rows.append([:])
      return rows.count - 1
    }
    mark(Character("\(number - 1)"), 0)
    return number
  }

  func mark(_ character: Character, _ row: Int) {
    let frame = Int((scheduler.now - start) / Marbles.frame)
    rows.modify { $0[row][frame, default: ""].append(character) }
  }

  var lines: [String] {
    rows.values.map { groups in
      (0...(groups.keys.max() ?? 0)).map { frame in
        let group = groups[frame] ?? "-"
        return group.count == 1 ? group : "(\(group))"
      }.joined()
    }
  }
}
