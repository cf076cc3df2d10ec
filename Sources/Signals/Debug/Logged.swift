import Synchronization

extension Signal {
  /// The same events, each reported to `SignalTrace.handler` with the name and the source line.
  ///
  /// Subscription, values, the terminal event and disposal are reported before they are forwarded,
  /// on their threads. If no handler is installed at the time of the subscription, nothing is
  /// reported and the events take no extra stage. The name appears in `SignalTrace` too, as with
  /// `named(_:)`.
  public func logged(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      if SignalTrace.isEnabled { TraceRecord.current?.add(name) }
      guard SignalTrace.logging.load(ordering: .relaxed) else { return attach(observer) }
      let log = EventLogger(name, fileID, line)
      log.tell(.subscribed)
      observer.subscription.add(AnyDisposable { log.tell(.disposed) })
      attach(observer.tapped(value: { log.tell(.value($0)) }, end: { log.tell($0) }))
    }
  }
}

/// Reports the events of one subscription of a logged signal to the handler.
private struct EventLogger: Sendable {
  private static let lastNumber = Atomic(0)

  private let name: String
  private let fileID: StaticString
  private let line: UInt
  private let number = Self.lastNumber.add(1, ordering: .relaxed).newValue

  init(_ name: String, _ fileID: StaticString, _ line: UInt) {
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  func tell(_ kind: SignalTrace.Message.Kind) {
    SignalTrace.handler?(
      SignalTrace.Message(
        kind: kind, name: name, subscription: number, fileID: "\(fileID)", line: line,
        time: MonotonicTime.now))
  }

  func tell<Failure>(_ end: End<Failure>) {
    switch end {
    case .failed(let failure): tell(.failed(failure))
    case .completed: tell(.completed)
    case .lost: break
    }
  }
}
