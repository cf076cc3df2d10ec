extension Signal {
  /// Sends the values in arrays of `count`.
  ///
  /// On completion the remaining values, if any, are sent first; a failure passes at once and drops
  /// them. An array is sent on the thread of its last value. At most `count` values are held.
  @inlinable
  public func buffer(count: Int) -> Signal<[Value], Failure> {
    precondition(count > 0, "a buffer holds at least one value")
    return Signal<[Value], Failure>(after: self) { [attach] observer in
      let values = Confined<[Value]>([])
      attach(
        Observer<Value, Failure>(
          subscription: observer.subscription,
          value: { value in
            values.value.append(value)
            guard values.value.count == count else { return }
            let full = values.value
            values.value = []
            observer.onValue(full)
          },
          end: { end in
            if case .completed = end, !values.value.isEmpty { observer.onValue(values.value) }
            observer.finish(end)
          }))
    }
  }

  /// Sends the values of each `interval` as an array, which may be empty.
  ///
  /// On completion the values since the last array are sent first; a failure passes at once and
  /// drops them. Arrays are sent on the scheduler, the last one on the thread of the completion.
  /// The number of values held per interval is not limited.
  public func buffer(
    _ interval: Duration, on scheduler: some Scheduler
  ) -> Signal<[Value], Failure> {
    precondition(interval > .zero, "an interval is longer than nothing")
    return buffer { cut in scheduler.schedule(every: interval, cut) }
  }

  /// Sends the values between two values of `boundary` as an array, which may be empty.
  ///
  /// It completes when either signal completes, after sending the values since the last array. It
  /// fails at once with either and drops them. Arrays are sent on the boundary's thread, the
  /// last one on the thread of the completion. The number of values held is not limited. This
  /// signal is subscribed to first; disposal ends both.
  public func buffer<Other: Sendable>(
    until boundary: Signal<Other, Failure>
  ) -> Signal<[Value], Failure> {
    Signal<[Value], Failure>(depth: Swift.max(depth, boundary.depth) + 1) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, BufferState<Value, Failure>())
      attach(
        Observer<Value, Failure>(
          subscription: observer.makeChild(), value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
      guard !observer.isDisposed else { return }
      boundary.attach(
        Observer(
          subscription: observer.makeChild(), value: { _ in stage.send(.cut) },
          end: { stage.send(.ended($0)) }))
    }
  }

  private func buffer(
    _ startClock: @escaping @Sendable (@escaping @Sendable () -> Void) -> any Disposable
  ) -> Signal<[Value], Failure> {
    Signal<[Value], Failure>(after: self) { [attach] observer in
      guard !observer.isDisposed else { return }
      let stage = Stage(observer, BufferState<Value, Failure>())
      let upstream = observer.makeChild()
      attach(
        Observer<Value, Failure>(
          subscription: upstream, value: { stage.send(.value($0)) },
          end: { stage.send(.ended($0)) }))
      // The clock stops with the source, even if the source ends without an event.
      if !upstream.isDisposed { upstream.add(startClock { stage.send(.cut) }) }
    }
  }
}

extension Signal {
  /// Sends the values between two values of `boundary`, which cannot fail, as an array.
  ///
  /// Otherwise like `buffer(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func buffer<Other: Sendable>(
    until boundary: Signal<Other, Never>
  ) -> Signal<[Value], Failure> {
    buffer(until: boundary.promoteError(to: Failure.self))
  }
}

extension Signal where Failure == Never {
  /// Sends the values between two values of `boundary`, which may fail, as an array.
  ///
  /// Otherwise like `buffer(until:)` with a signal whose failure has the same type.
  @_disfavoredOverload
  public func buffer<Other: Sendable, OtherFailure: Error>(
    until boundary: Signal<Other, OtherFailure>
  ) -> Signal<[Value], OtherFailure> {
    promoteError(to: OtherFailure.self).buffer(until: boundary)
  }
}
