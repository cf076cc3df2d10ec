import Signals
import Testing

/// What a signal sent, with the virtual time of each event.
struct MarbleRecording<Value: Sendable, Failure: Error>: Sendable {
  private(set) var events: [(delay: Duration, event: Event<Value, Failure>)] = []

  /// Subscribes, plays the given number of frames or everything, and ends the subscription.
  static func play(
    _ signal: Signal<Value, Failure>, on scheduler: TestScheduler, frames: Int?, frame: Duration,
    _ sourceLocation: SourceLocation
  ) -> MarbleRecording {
    let start = scheduler.now
    let recording = Lock(MarbleRecording())
    let keep: @Sendable (Event<Value, Failure>) -> Void = { event in
      let delay = scheduler.now - start
      recording.withLock { $0.events.append((delay, event)) }
    }
    let subscription = signal.subscribe(
      value: { keep(.value($0)) }, failed: { keep(.failed($0)) }, completed: { keep(.completed) })
    if let frames {
      scheduler.advance(
        to: start + frame * max(frames - 1, 0), sourceLocation: sourceLocation)
    } else {
      scheduler.run(sourceLocation: sourceLocation)
    }
    subscription.dispose()
    return recording.withLock { $0 }
  }

  var failure: Failure? {
    if case .failed(let failure) = events.last?.event { failure } else { nil }
  }

  /// Draws the events; `notes` receives what the line cannot show.
  func draw(
    frame: Duration, name: (Value) -> Character?, notes: inout [String]
  ) -> Marbles {
    Marbles(
      marks: events.map { delay, event in
        let number = Int(delay / frame)
        if frame * number != delay {
          notes.append("an event after \(delay) lies between the frames of \(frame)")
        }
        switch event {
        case .completed: return Marbles.Mark(frame: number, kind: .completed)
        case .failed: return Marbles.Mark(frame: number, kind: .failed)
        case .value(let value):
          if let name = name(value) { return Marbles.Mark(frame: number, kind: .value(name)) }
          notes.append("the value in frame \(number) has no name: \(value)")
          return Marbles.Mark(frame: number, kind: .value("?"))
        }
      })
  }
}
