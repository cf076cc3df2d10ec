public import Signals
public import Testing

// A line is played in four forms: with characters or the values of a dictionary, with or without
// failure.

extension TestScheduler {
  /// A signal that plays a line from the moment of each subscription.
  ///
  /// ```swift
  /// let source = scheduler.signal("-a-b--|", values: ["a": 1, "b": 2])
  /// ```
  ///
  /// Events are sent from `advance` or `run`, including those of frame 0. A name that is not in
  /// `values` fails the test.
  public func signal<Value: Sendable>(
    _ line: String, values: [Character: Value], frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Signal<Value, Never> {
    signal(plan(line, frame, sourceLocation, failure: nil) { values[$0] })
  }

  /// A signal that plays a line from the moment of each subscription; `#` is `failure`.
  public func signal<Value: Sendable, Failure: Error>(
    _ line: String, values: [Character: Value], failure: Failure, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Signal<Value, Failure> {
    signal(plan(line, frame, sourceLocation, failure: failure) { values[$0] })
  }

  /// A signal that plays a line from the moment of each subscription; values are characters.
  public func signal(
    _ line: String, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Signal<Character, Never> {
    signal(plan(line, frame, sourceLocation, failure: nil) { $0 })
  }

  /// A signal that plays a line from the moment of each subscription; values are characters, `#` is
  /// `failure`.
  public func signal<Failure: Error>(
    _ line: String, failure: Failure, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Signal<Character, Failure> {
    signal(plan(line, frame, sourceLocation, failure: failure) { $0 })
  }

  func signal<Value, Failure>(_ plan: MarblePlan<Value, Failure>) -> Signal<Value, Failure> {
    Signal { observer in plan.play(on: self) { observer.deliver($0) } }
  }

  /// Parses the line and looks up its names; a mistake fails the test.
  func plan<Value: Sendable, Failure: Error>(
    _ line: String, _ frame: Duration, _ sourceLocation: SourceLocation, failure: Failure?,
    _ value: (Character) -> Value?
  ) -> MarblePlan<Value, Failure> {
    var mistake: String?
    let plan = MarblePlan(
      Marbles(line, sourceLocation: sourceLocation), frame: frame, value: value, failure: failure,
      mistake: &mistake)
    if let mistake { Issue.record(Comment(rawValue: mistake), sourceLocation: sourceLocation) }
    return plan
  }
}
