import Signals
public import Testing

extension TestScheduler {
  /// Like `signal(_:values:)`, with a record of its subscriptions.
  public func cold<Value: Sendable>(
    _ line: String, values: [Character: Value], frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Value, Never> {
    cold(plan(line, frame, sourceLocation, failure: nil) { values[$0] }, frame)
  }

  /// Like `signal(_:values:failure:)`, with a record of its subscriptions.
  public func cold<Value: Sendable, Failure: Error>(
    _ line: String, values: [Character: Value], failure: Failure, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Value, Failure> {
    cold(plan(line, frame, sourceLocation, failure: failure) { values[$0] }, frame)
  }

  /// Like `signal(_:)`, with a record of its subscriptions.
  public func cold(
    _ line: String, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Character, Never> {
    cold(plan(line, frame, sourceLocation, failure: nil) { $0 }, frame)
  }

  /// Like `signal(_:failure:)`, with a record of its subscriptions.
  public func cold<Failure: Error>(
    _ line: String, failure: Failure, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Character, Failure> {
    cold(plan(line, frame, sourceLocation, failure: failure) { $0 }, frame)
  }

  /// A line that is played once, from now on, with or without subscribers.
  ///
  /// A later subscriber receives the events from then on; after the end, it receives that end.
  /// Events before a `^` have already happened, so no subscriber receives them.
  public func hot<Value: Sendable>(
    _ line: String, values: [Character: Value], frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Value, Never> {
    hot(plan(line, frame, sourceLocation, failure: nil) { values[$0] }, frame)
  }

  /// A line that is played once, from now on, with or without subscribers; `#` is `failure`.
  public func hot<Value: Sendable, Failure: Error>(
    _ line: String, values: [Character: Value], failure: Failure, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Value, Failure> {
    hot(plan(line, frame, sourceLocation, failure: failure) { values[$0] }, frame)
  }

  /// A line of characters that is played once, from now on, with or without subscribers.
  public func hot(
    _ line: String, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Character, Never> {
    hot(plan(line, frame, sourceLocation, failure: nil) { $0 }, frame)
  }

  /// A line of characters that is played once, from now on, with or without subscribers; `#` is
  /// `failure`.
  public func hot<Failure: Error>(
    _ line: String, failure: Failure, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> MarbleSource<Character, Failure> {
    hot(plan(line, frame, sourceLocation, failure: failure) { $0 }, frame)
  }

  private func cold<Value, Failure>(
    _ plan: MarblePlan<Value, Failure>, _ frame: Duration
  ) -> MarbleSource<Value, Failure> {
    MarbleSource(signal(plan), self, frame: frame)
  }

  private func hot<Value, Failure>(
    _ plan: MarblePlan<Value, Failure>, _ frame: Duration
  ) -> MarbleSource<Value, Failure> {
    let subject = Subject<Value, Failure>()
    let input = subject.observer
    _ = plan.play(on: self) { input.deliver($0) }
    // Subscriptions retain the subject: a line without an end does not end when all of it is
    // played.
    let signal = Signal { observer in
      let subscription = subject.signal.subscribe(observer)
      return AnyDisposable {
        subscription.dispose()
        withExtendedLifetime(subject) {}
      }
    }
    return MarbleSource(signal, self, frame: frame)
  }
}
