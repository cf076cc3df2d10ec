public import Signals

/// A signal that plays a line of marbles and records its subscriptions.
///
/// `TestScheduler.cold` and `TestScheduler.hot` make one. After the run, `subscriptions` shows what
/// an operator did upstream:
///
/// ```swift
/// let source = scheduler.cold("-a-b-c-|")
/// scheduler.expectMarbles(source.signal.take(first: 2), "-a-(b|)")
/// source.expectSubscriptions("^--!")
/// ```
public final class MarbleSource<Value: Sendable, Failure: Error>: Sendable {
  /// The signal; each subscription is recorded.
  public let signal: Signal<Value, Failure>
  private let log: SubscriptionLog

  init(_ played: Signal<Value, Failure>, _ scheduler: TestScheduler, frame: Duration) {
    let log = SubscriptionLog(scheduler, frame: frame)
    self.log = log
    signal = Signal { observer in
      let number = log.begin()
      let upstream = played.subscribe(observer)
      return AnyDisposable {
        log.end(number)
        upstream.dispose()
      }
    }
  }

  /// The subscriptions in order: `^` where one began, `!` where it ended, for whatever reason.
  ///
  /// Frames are counted from the creation of the source.
  public var subscriptions: [Marbles] {
    log.lines
  }
}

/// When subscriptions of a source began and ended.
private final class SubscriptionLog: Sendable {
  private let scheduler: TestScheduler
  private let frame: Duration
  private let start: Duration
  private let spans = Lock<[(begin: Duration, end: Duration?)]>([])

  init(_ scheduler: TestScheduler, frame: Duration) {
    self.scheduler = scheduler
    self.frame = frame
    start = scheduler.now
  }

  func begin() -> Int {
    let now = scheduler.now
    return spans.withLock { spans in
      spans.append((now, nil))
      return spans.count - 1
    }
  }

  func end(_ number: Int) {
    let now = scheduler.now
    spans.withLock { $0[number].end = now }
  }

  var lines: [Marbles] {
    spans.withLock { $0 }.map { span in
      let begin = Marbles.Mark(frame: number(of: span.begin), kind: .subscribed)
      let end = span.end.map { Marbles.Mark(frame: number(of: $0), kind: .disposed) }
      return Marbles(marks: [begin] + (end.map { [$0] } ?? []))
    }
  }

  private func number(of time: Duration) -> Int {
    Int((time - start) / frame)
  }
}
