extension Signal {
  /// Sends a signal for every `count` values; that window sends these values and completes.
  ///
  /// A window is sent with its first value, on that value's thread. An observer that subscribes to
  /// a window at once receives all of it, a later one receives the rest, and one after its end
  /// receives the end. When the signal completes or fails, the open window does so first. When the
  /// subscription is disposed of, the window ends without an event. No value is kept.
  public func window(count: Int) -> Signal<Signal<Value, Failure>, Failure> {
    precondition(count > 0, "a window has at least one value")
    return windows(limit: count) { _, _ in }
  }

  /// Sends a signal for each `interval`; that window sends the values of that time and completes.
  ///
  /// The first window is sent at once, the others on the scheduler; a window may be empty. An
  /// observer that subscribes to a window at once receives all of it, a later one receives the
  /// rest, and one after its end receives the end. When the signal completes or fails, the open
  /// window does so first. When the subscription is disposed of, the window ends without an event.
  /// No value is kept.
  public func window(
    _ interval: Duration, on scheduler: some Scheduler
  ) -> Signal<Signal<Value, Failure>, Failure> {
    precondition(interval > .zero, "an interval is longer than nothing")
    return windows(limit: nil) { upstream, stage in
      // The clock stops with the source, even if the source ends without an event.
      if !upstream.isDisposed {
        upstream.add(scheduler.schedule(every: interval) { stage.send(.cut) })
      }
    }
  }

  /// Sends a signal for the time between two values of `boundary`.
  ///
  /// It sends the values of that time and completes. The first window is sent at once, the others
  /// on the boundary's thread; a window may be empty. An observer that subscribes to a window at
  /// once receives all of it, a later one receives the rest, and one after its end receives the
  /// end. When either signal completes or fails, the open window does so first. When the
  /// subscription is disposed of, the window ends without an event. This signal is subscribed to
  /// first. No value is kept.
  public func window<Other: Sendable>(
    until boundary: Signal<Other, Failure>
  ) -> Signal<Signal<Value, Failure>, Failure> {
    let windows = windows(limit: nil) { _, stage in
      boundary.attach(
        Observer(
          subscription: stage.observer.makeChild(), value: { _ in stage.send(.cut) },
          end: { stage.send(.ended($0)) }))
    }
    return Signal<Signal<Value, Failure>, Failure>(
      depth: Swift.max(depth, boundary.depth) + 2, attach: windows.attach)
  }

  private func windows(
    limit: Int?,
    _ startCuts: @escaping @Sendable (Subscription, Stage<WindowState<Value, Failure>>) -> Void
  ) -> Signal<Signal<Value, Failure>, Failure> {
    Signal<Signal<Value, Failure>, Failure>(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let slot = WindowSlot<Value, Failure>()
      observer.subscription.add(slot)
      let stage = Stage(observer, WindowState(limit: limit, slot))
      if limit == nil { stage.send(.opened) }
      guard !observer.isDisposed else { return }
      let upstream = observer.makeChild()
      attach(
        Observer<Value, Failure>(
          subscription: upstream, value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
      if !observer.isDisposed { startCuts(upstream, stage) }
    }
  }
}

extension Signal {
  /// Sends a signal for the time between two values of `boundary`, which cannot fail.
  ///
  /// Otherwise like `window(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func window<Other: Sendable>(
    until boundary: Signal<Other, Never>
  ) -> Signal<Signal<Value, Failure>, Failure> {
    window(until: boundary.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends a signal for the time between two values of `boundary`, which may fail.
  ///
  /// A failure of the boundary ends the open window, too. Otherwise like `window(until:)` with a
  /// signal whose failure has the same type.
  @_disfavoredOverload
  public func window<Other: Sendable, OtherFailure: Error>(
    until boundary: Signal<Other, OtherFailure>
  ) -> Signal<Signal<Value, OtherFailure>, OtherFailure> {
    promoteError(to: OtherFailure.self).window(until: boundary)
  }
}
