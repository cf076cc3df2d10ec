import Signals
public import Testing

extension Recorder {
  /// Takes the first event and expects completion.
  public func expectCompletion(sourceLocation: SourceLocation = #_sourceLocation) {
    let event = takeNext()
    if case .completed = event { return }
    Issue.record("expected completion, got \(text(event))", sourceLocation: sourceLocation)
  }

  /// Takes the first event, expects a failure and returns it.
  @discardableResult
  public func expectFailure(sourceLocation: SourceLocation = #_sourceLocation) -> Failure? {
    let event = takeNext()
    if case .failed(let failure) = event { return failure }
    Issue.record("expected a failure, got \(text(event))", sourceLocation: sourceLocation)
    return nil
  }

  /// Expects that all events were taken.
  public func expectNothing(sourceLocation: SourceLocation = #_sourceLocation) {
    let left = events
    guard !left.isEmpty else { return }
    skipAll()
    Issue.record("expected nothing, got \(text(left))", sourceLocation: sourceLocation)
  }

  /// Expects that nothing is left to take before `body`, and that nothing arrives while it runs.
  @discardableResult
  public func expectNothing<Result, Mistake: Error>(
    during body: () throws(Mistake) -> Result, sourceLocation: SourceLocation = #_sourceLocation
  ) throws(Mistake) -> Result {
    expectNothing(sourceLocation: sourceLocation)
    let result = try body()
    expectNothing(sourceLocation: sourceLocation)
    return result
  }

  /// Takes the first event, expects a value that satisfies `isExpected`, and returns it.
  @discardableResult
  public func expectValue(
    sourceLocation: SourceLocation = #_sourceLocation, where isExpected: (Value) -> Bool
  ) -> Value? {
    let event = takeNext()
    if case .value(let value) = event, isExpected(value) { return value }
    Issue.record("expected another event than \(text(event))", sourceLocation: sourceLocation)
    return nil
  }
}

extension Recorder where Failure: Equatable {
  /// Takes the first event and expects this failure.
  public func expectFailure(
    _ failure: Failure, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let event = takeNext()
    if case .failed(failure) = event { return }
    Issue.record(
      "expected the failure \(failure), got \(text(event))", sourceLocation: sourceLocation)
  }
}

extension Recorder where Value: Equatable {
  /// Takes the values recorded so far and expects exactly these; a terminal event stays.
  public func expect(_ values: Value..., sourceLocation: SourceLocation = #_sourceLocation) {
    expect(values, sourceLocation)
  }

  /// Expects that nothing is left to take before `body`, and exactly these values while it runs.
  ///
  /// ```swift
  /// recorder.expect("b", during: { model.select("b") })
  /// ```
  @discardableResult
  public func expect<Result, Mistake: Error>(
    _ values: Value..., during body: () throws(Mistake) -> Result,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws(Mistake) -> Result {
    expectNothing(sourceLocation: sourceLocation)
    let result = try body()
    expect(values, sourceLocation)
    return result
  }

  /// Takes the first event and expects this value; later events stay.
  public func expectNext(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) {
    let event = takeNext()
    if case .value(value) = event { return }
    Issue.record("expected \(value), got \(text(event))", sourceLocation: sourceLocation)
  }

  private func expect(_ values: [Value], _ sourceLocation: SourceLocation) {
    let taken = takeValues()
    guard taken != values else { return }
    Issue.record("expected \(values), got \(taken)", sourceLocation: sourceLocation)
  }
}
