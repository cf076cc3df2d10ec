/// Serialises what the work of one subscription sends, from whatever thread.
///
/// It keeps the grammar (nothing after a terminal event or after disposal) and lets go of the
/// downstream closures at the end, even when the work keeps its observer.
@usableFromInline
final class Emitter<Value: Sendable, Failure: Error>: Disposable {
  @usableFromInline
  enum Message: Sendable {
    case value(Value)
    case failed(Failure)
    case completed
    case release
  }

  @usableFromInline let turn = Turn<Message>()
  @usableFromInline let sink: Confined<Observer<Value, Failure>?>
  @usableFromInline let subscription: CompositeDisposable

  @usableFromInline
  init(_ observer: Observer<Value, Failure>) {
    sink = Confined(observer)
    subscription = observer.subscription
    observer.subscription.add(WeakDisposable(self))
  }

  /// The end for the work to send into.
  @inlinable var observer: Observer<Value, Failure> {
    Observer(
      subscription: subscription,
      value: { self.send($0) },
      failed: { self.post(.failed($0)) },
      completed: { self.post(.completed) })
  }

  @usableFromInline var isDisposed: Bool {
    subscription.isDisposed
  }

  @usableFromInline
  func dispose() {
    turn.send(.release) { self.handle($0) }
  }

  @inlinable
  func send(_ value: Value) {
    guard turn.tryEnter() else { return turn.enqueue(.value(value)) { self.handle($0) } }
    deliver(value)
    turn.leave { self.handle($0) }
  }

  @usableFromInline
  func post(_ message: Message) {
    turn.send(message) { self.handle($0) }
  }

  @inlinable
  func deliver(_ value: Value) {
    guard !subscription.isDisposed, let observer = sink.value else { return }
    observer.onValue(value)
  }

  @usableFromInline
  func handle(_ message: Message) {
    if case .value(let value) = message { return deliver(value) }
    guard let observer = sink.value else { return }
    sink.value = nil
    guard !subscription.isDisposed else { return }
    switch message {
    case .failed(let failure): observer.finish(failure)
    case .completed: observer.finish()
    case .value, .release: break
    }
  }
}
