/// Serialises what the work of one subscription sends, from whatever thread.
///
/// It keeps the grammar (nothing after a terminal event or after disposal) and lets go of the
/// downstream closures at the end, even when the work keeps its observer. `@unchecked Sendable` is
/// right because what is downstream belongs to the holder of the turn.
final class Emitter<Value: Sendable, Failure: Error>: Disposable, @unchecked Sendable {
  let turn = Turn()
  @exclusivity(unchecked) var downstream: Observer<Value, Failure>?
  let subscription: Subscription

  init(_ observer: Observer<Value, Failure>) {
    downstream = observer
    subscription = observer.subscription
    observer.subscription.add(WeakDisposable(self))
  }

  /// The end for the work to send into.
  var observer: Observer<Value, Failure> {
    Observer(subscription: subscription, value: { self.send($0) }, end: { self.finish($0) })
  }

  var isDisposed: Bool {
    subscription.isDisposed
  }

  /// Lets go of what is downstream.
  func dispose() {
    turn.perform { self.downstream = nil }
  }

  private func send(_ value: Value) {
    guard turn.tryEnter() else { return turn.perform { self.downstream?.send(value) } }
    downstream?.send(value)
    turn.leave()
  }

  private func finish(_ end: End<Failure>) {
    turn.perform {
      let observer = self.downstream
      self.downstream = nil
      observer?.finish(end)
    }
  }
}
