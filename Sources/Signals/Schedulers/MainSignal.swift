/// A signal whose events arrive on the main actor.
///
/// An event sent on main is delivered at once if nothing of this subscription is queued or being
/// delivered. Otherwise events are queued and drained in order, once per burst. Nothing is
/// delivered after `dispose()` has returned on main.
public struct MainSignal<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias OnValue = @MainActor (Value) -> Void
  @usableFromInline typealias OnEnd = @MainActor (End<Failure>) -> Void

  @usableFromInline typealias Attach =
    @Sendable (
      Subscription, @escaping OnValue, @escaping OnEnd, StaticString, UInt
    ) -> Void

  /// Starts the work of a subscription on behalf of a call site.
  @usableFromInline let attach: Attach

  @inlinable
  init(attach: @escaping Attach) {
    self.attach = attach
  }

  @inlinable
  init(_ source: Signal<Value, Failure>) {
    attach = { subscription, value, end, fileID, line in
      let receiver = MainReceiver<Value, Failure>(subscription, value: value, end: end)
      // A child, because the source may end before the end is delivered on main.
      let upstream = Subscription()
      subscription.add(upstream)
      let observer = Observer<Value, Failure>(
        subscription: upstream, value: { receiver.receive($0) }, end: { receiver.receive($0) })
      if SignalTrace.isEnabled {
        SignalTrace.attach(observer, to: source, .mainSignal, fileID, line)
      } else {
        source.attach(observer)
      }
    }
  }

  @inlinable
  func begin(
    _ value: @escaping OnValue, _ end: @escaping OnEnd, _ fileID: StaticString, _ line: UInt
  ) -> any Disposable {
    let subscription = Subscription()
    attach(subscription, value, end, fileID, line)
    return subscription
  }

  /// Starts the work and receives its events on the main actor.
  ///
  /// May be called from any thread. A signal that may fail has no other form, so no failure is
  /// overlooked. Releasing the disposable does not end the subscription. `fileID` and `line` record
  /// the call site for `SignalTrace`; leave them out.
  @inlinable
  public func subscribe(
    value: @escaping @MainActor (Value) -> Void,
    failed: @escaping @MainActor (Failure) -> Void,
    completed: @escaping @MainActor () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    begin(value, { $0.call(failed, completed) }, fileID, line)
  }
}

extension MainSignal where Failure == Never {
  /// Starts the work and receives its events on the main actor.
  ///
  /// May be called from any thread. Releasing the disposable does not end the subscription.
  /// `fileID` and `line` record the call site for `SignalTrace`; leave them out.
  @inlinable
  public func subscribe(
    value: @escaping @MainActor (Value) -> Void = { _ in },
    completed: @escaping @MainActor () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    begin(value, { $0.call({ _ in }, completed) }, fileID, line)
  }
}

/// One subscription of a main signal.
@usableFromInline
final class MainReceiver<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let subscription: Subscription
  @usableFromInline let turn = MainTurn()
  @usableFromInline let onValue: MainClosure<Value>
  @usableFromInline let onEnd: MainClosure<End<Failure>>

  @inlinable
  init(
    _ subscription: Subscription, value: @escaping @MainActor (Value) -> Void,
    end: @escaping @MainActor (End<Failure>) -> Void
  ) {
    self.subscription = subscription
    onValue = MainClosure(value)
    onEnd = MainClosure(end)
  }

  @inlinable
  func receive(_ value: Value) {
    guard turn.tryEnter() else { return turn.post({ self.deliver(value) }, again) }
    deliver(value)
    turn.leave(again)
  }

  @inlinable
  func receive(_ end: End<Failure>) {
    guard turn.tryEnter() else { return turn.post({ self.deliver(end) }, again) }
    deliver(end)
    turn.leave(again)
  }

  @inlinable
  func deliver(_ value: Value) {
    if !subscription.isDisposed { onValue.call(value) }
  }

  @inlinable
  func deliver(_ end: End<Failure>) {
    guard !subscription.isDisposed else { return }
    onEnd.call(end)
    subscription.dispose()
  }

  @inlinable var again: @Sendable () -> Void {
    { self.turn.drain(self.again) }
  }
}

extension Signal {
  /// The same events on the main actor: inline if the sender is there, otherwise one hop per burst.
  ///
  /// Completion and failure stay in order behind the values. Disposal drops queued events and ends
  /// the source.
  @inlinable
  public func observe(on scheduler: MainScheduler) -> MainSignal<Value, Failure> {
    MainSignal(self)
  }
}
