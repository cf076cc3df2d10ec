/// A stream of values that ends with a failure, with completion, or never.
///
/// *Grammar.* `value* (failed | completed)?`, one event at a time, nothing after a terminal event.
/// *Work.* Some signals do work for each subscription, others relay events that happen anyway; the
/// subscriber need not know. *Threads.* A signal may be subscribed to, sent into and disposed of
/// from any thread; events arrive on the thread of their sender unless `observe(on:)` says
/// otherwise. *Disposal.* After `dispose()` returns, no event begins on that thread; on other
/// threads, at most the event already being delivered is completed. *Re-entrancy.* An observer may
/// send, subscribe and dispose from inside an event; an event that it sends is delivered after the
/// current one.
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Attach = @Sendable (Observer<Value, Failure>) -> Void

  /// Connects an observer; the observer's subscription handles disposal.
  @usableFromInline let attach: Attach
  /// The number of stages upstream, which decides where long chains are released without recursion.
  @usableFromInline let depth: Int

  /// Makes a source whose events keep the grammar by construction, so no serialisation is added.
  @inlinable
  init(attach: @escaping Attach) {
    self.attach = attach
    depth = 0
  }

  /// Makes the result of an operator on a signal of the given depth.
  ///
  /// A stage owns the one before it, so releasing a chain recurses; a link every `spacing` stages
  /// stops the recursion.
  @inlinable
  init(depth: Int, attach: @escaping Attach) {
    self.depth = depth
    self.attach = depth % ChainLink<Value, Failure>.spacing == 0 ? ChainLink(attach).attach : attach
  }

  /// Makes a signal whose closures may hold other signals, so its depth is unknown.
  @inlinable
  init(linking attach: @escaping Attach) {
    self.init(depth: 0, attach: attach)
  }

  /// Makes the result of an operator.
  @inlinable
  init<Source, SourceFailure>(
    after source: Signal<Source, SourceFailure>, attach: @escaping Attach
  ) {
    self.init(depth: source.depth + 1, attach: attach)
  }

  /// Makes a signal that does `work` for each subscription.
  ///
  /// The observer may be used from several threads at once. The disposable that `work` returns is
  /// disposed of when the subscription ends, for whatever reason. Synchronous work should check
  /// `Observer.isDisposed` and stop when it is true.
  public init(_ work: @escaping @Sendable (Observer<Value, Failure>) -> any Disposable) {
    self.init(linking: { observer in
      guard !observer.isDisposed else { return }
      let emitter = Emitter(observer)
      observer.subscription.add(work(emitter.observer))
    })
  }

  /// Starts the work and receives its events until it ends or the returned disposable is disposed
  /// of.
  ///
  /// A signal that may fail has no other form, so no failure is overlooked. Releasing the disposable does not end the
  /// subscription. `fileID` and `line` record the call site for `SignalTrace`; leave them out.
  @inlinable
  public func subscribe(
    value: @escaping @Sendable (Value) -> Void,
    failed: @escaping @Sendable (Failure) -> Void,
    completed: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(Observer(receiving: value, failed, completed), fileID, line)
  }

  @inlinable
  func subscribe(
    _ observer: Observer<Value, Failure>, _ fileID: StaticString, _ line: UInt
  ) -> any Disposable {
    if SignalTrace.isEnabled {
      SignalTrace.attach(observer, to: self, .signal, fileID, line)
    } else {
      attach(observer)
    }
    return observer.subscription
  }

  /// Forwards every event to `observer`, for example the one passed to another signal's work.
  ///
  /// The subscription ends with the observer's own.
  @inlinable
  public func subscribe(_ observer: Observer<Value, Failure>) -> any Disposable {
    let subscription = observer.makeChild()
    attach(
      Observer(
        subscription: subscription, value: { observer.send($0) },
        end: { if !observer.isDisposed { observer.onEnd($0) } }))
    return subscription
  }
}

extension Signal where Failure == Never {
  /// Starts the work and receives its events until it completes or the returned disposable is
  /// disposed of.
  ///
  /// Releasing the disposable does not end the subscription. `fileID` and `line` record the call
  /// site for `SignalTrace`; leave them out.
  @inlinable
  public func subscribe(
    value: @escaping @Sendable (Value) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(Observer(receiving: value, { _ in }, completed), fileID, line)
  }
}

/// A point in a chain of stages where the release of the chain does not recurse.
@usableFromInline
final class ChainLink<Value: Sendable, Failure: Error>: Sendable {
  /// Between two links the release recurses, with a few small frames per stage.
  @inlinable static var spacing: Int { 64 }

  private let upstream: Upstream

  /// The attach function of the previous stage; it changes only when nothing can call it any more.
  private final class Upstream: Parcel, @unchecked Sendable {
    private(set) var attach: Signal<Value, Failure>.Attach?

    init(_ attach: @escaping Signal<Value, Failure>.Attach) {
      self.attach = attach
    }

    func empty() {
      attach = nil
    }
  }

  @usableFromInline
  init(_ attach: @escaping Signal<Value, Failure>.Attach) {
    upstream = Upstream(attach)
  }

  deinit {
    DeferredRelease.empty(upstream)
  }

  @usableFromInline var attach: Signal<Value, Failure>.Attach {
    { self.upstream.attach?($0) }
  }
}
