import Signals

/// A line with the values of its names, ready to play.
struct MarblePlan<Value: Sendable, Failure: Error>: Sendable {
  /// The events and their delays from the beginning.
  let steps: [(delay: Duration, event: Event<Value, Failure>)]

  /// Looks up the names of the line; `mistake` reports the one that has no value.
  init(
    _ marbles: Marbles, frame: Duration, value: (Character) -> Value?, failure: Failure?,
    mistake: inout String?
  ) {
    let origin = marbles.marks.first { $0.kind == .subscribed }?.frame ?? 0
    var steps: [(Duration, Event<Value, Failure>)] = []
    for mark in marbles.marks {
      let event: Event<Value, Failure>? =
        switch mark.kind {
        case .value(let name): value(name).map { .value($0) }
        case .failed: failure.map { .failed($0) }
        case .completed: .completed
        case .subscribed, .disposed: nil
        }
      if let event {
        steps.append((frame * (mark.frame - origin), event))
      } else if let problem = Self.problem(mark.kind) {
        mistake = "marbles \"\(marbles)\": \(problem)"
        break
      }
    }
    self.steps = steps
  }

  private static func problem(_ kind: Marbles.Kind) -> String? {
    switch kind {
    case .value(let name): "the value '\(name)' is not in the dictionary"
    case .failed: "'#' stands for no failure: give one as `failure:`"
    case .disposed: "'!' has no meaning in a line that is played"
    case .subscribed, .completed: nil
    }
  }

  /// Schedules the steps from now on; steps before the beginning are left out.
  func play(
    on scheduler: TestScheduler, _ send: @escaping @Sendable (Event<Value, Failure>) -> Void
  ) -> any Disposable {
    CompositeDisposable(
      steps.filter { $0.delay >= .zero }.map { step in
        scheduler.schedule(after: step.delay) { send(step.event) }
      })
  }
}

extension Observer {
  /// Delivers the event.
  func deliver(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): send(value)
    case .failed(let failure): fail(failure)
    case .completed: complete()
    }
  }
}
