/// The events that wait for their time.
///
/// A due time releases the oldest event, so that timers that go off together keep the order.
struct DelayState<Value: Sendable, Failure: Error>: StageState {
  private var waiting: [Event<Value, Failure>] = []
  private var head = 0

  mutating func handle(
    _ message: TimedMessage<Value, Failure>, _ observer: Observer<Value, Failure>
  ) {
    switch message {
    case .event(.failed(let failure)): observer.finish(failure)
    case .event(let event): waiting.append(event)
    case .due: if let event = takeOldest() { observer.originate(event) }
    }
  }

  /// The space of taken events is given back when half of the array is used up.
  private mutating func takeOldest() -> Event<Value, Failure>? {
    guard head < waiting.count else { return nil }
    let event = waiting[head]
    head += 1
    if head * 2 >= waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    return event
  }
}
