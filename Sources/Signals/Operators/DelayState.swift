/// The events that wait for their due time.
///
/// A due time releases the oldest event, so timers that fire together keep the order.
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

  /// Frees the space of taken events once half of the array is used up.
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
