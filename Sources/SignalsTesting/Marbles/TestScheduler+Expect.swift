public import Signals
public import Testing

extension TestScheduler {
  /// Subscribes to the signal, plays it and fails the test unless it matches the line.
  ///
  /// ```swift
  /// scheduler.expectMarbles(
  ///   scheduler.signal("-a-b|", values: ["a": 1, "b": 2]).map { $0 * 2 },
  ///   "-x-y|", values: ["x": 2, "y": 4])
  /// ```
  ///
  /// The message shows both lines, one below the other, and the first frame that differs.
  ///
  /// - Parameters:
  ///   - line: What is expected, from the moment of the subscription.
  ///   - values: What the names in the line stand for.
  ///   - frames: How many frames are played; `nil` plays until no action is left.
  ///   - frame: The length of a frame.
  public func expectMarbles<Value: Equatable, Failure: Error>(
    _ signal: Signal<Value, Failure>, _ line: String, values: [Character: Value],
    frames: Int? = nil, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let names = MarbleNames(values)
    let expected = Marbles(line, sourceLocation: sourceLocation)
    for name in names.unexplained(in: expected) {
      Issue.record(
        "marbles \"\(line)\": the value '\(name)' is not in the dictionary",
        sourceLocation: sourceLocation)
    }
    let recording = MarbleRecording.play(
      signal, on: self, frames: frames, frame: frame, sourceLocation)
    compare(recording, names.canonical(expected), names.name, frame, sourceLocation)
  }

  /// Like `expectMarbles(_:_:values:)`; `#` stands for the given failure.
  public func expectMarbles<Value: Equatable, Failure: Error & Equatable>(
    _ signal: Signal<Value, Failure>, _ line: String, values: [Character: Value],
    failure: Failure, frames: Int? = nil, frame: Duration = Marbles.frame,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectMarbles(
      signal.expecting(failure, sourceLocation), line, values: values, frames: frames,
      frame: frame, sourceLocation: sourceLocation)
  }

  /// Subscribes to a signal of characters, plays it and fails the test unless it matches the line.
  public func expectMarbles<Failure: Error>(
    _ signal: Signal<Character, Failure>, _ line: String, frames: Int? = nil,
    frame: Duration = Marbles.frame, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = Marbles(line, sourceLocation: sourceLocation)
    let recording = MarbleRecording.play(
      signal, on: self, frames: frames, frame: frame, sourceLocation)
    compare(recording, expected, { $0 }, frame, sourceLocation)
  }

  /// Like `expectMarbles(_:_:)`; `#` stands for the given failure.
  public func expectMarbles<Failure: Error & Equatable>(
    _ signal: Signal<Character, Failure>, _ line: String, failure: Failure, frames: Int? = nil,
    frame: Duration = Marbles.frame, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectMarbles(
      signal.expecting(failure, sourceLocation), line, frames: frames, frame: frame,
      sourceLocation: sourceLocation)
  }

  private func compare<Value, Failure>(
    _ recording: MarbleRecording<Value, Failure>, _ expected: Marbles,
    _ name: (Value) -> Character?, _ frame: Duration, _ sourceLocation: SourceLocation
  ) {
    var notes: [String] = []
    let actual = recording.draw(frame: frame, name: name, notes: &notes)
    guard actual != expected || !notes.isEmpty else { return }
    if let failure = recording.failure { notes.append("the failure is \(failure)") }
    let comparison = MarbleComparison(expected: expected, actual: actual, frame: frame)
    Issue.record(
      Comment(rawValue: comparison.text(notes: notes)), sourceLocation: sourceLocation)
  }
}

extension MarbleSource {
  /// Fails the test unless the subscriptions match the lines, one line per subscription.
  ///
  /// `^` is the frame of the subscription, `!` that of its end; `(^!)` began and ended at once.
  public func expectSubscriptions(
    _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = lines.map { Marbles($0, sourceLocation: sourceLocation) }
    let actual = subscriptions
    guard actual != expected else { return }
    let text = { (lines: [Marbles]) in
      lines.isEmpty ? "  none" : lines.map { "  \($0)" }.joined(separator: "\n")
    }
    Issue.record(
      "expected the subscriptions\n\(text(expected))\ngot\n\(text(actual))",
      sourceLocation: sourceLocation)
  }
}

extension Signal where Failure: Equatable {
  /// The same events; a failure other than the expected one fails the test.
  fileprivate func expecting(
    _ expected: Failure, _ sourceLocation: SourceLocation
  ) -> Signal<Value, Failure> {
    on(failed: { failure in
      guard failure != expected else { return }
      Issue.record(
        "expected the failure \(expected), got \(failure)", sourceLocation: sourceLocation)
    })
  }
}
