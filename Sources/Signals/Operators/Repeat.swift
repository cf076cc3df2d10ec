extension Signal {
  /// Subscribes again whenever the signal has completed, and does not complete itself.
  ///
  /// A failure passes at once and ends it. Events arrive on their threads. Disposal ends the running
  /// round; a signal that completes synchronously keeps its subscriber busy until then.
  public func `repeat`() -> Signal<Value, Failure> {
    `repeat`(count: .max)
  }

  /// Subscribes `count` times in all, each time after a completion.
  ///
  /// The last completion passes; with 0 it completes at once, without subscribing. A failure passes
  /// at once and ends it. Events arrive on their threads. Disposal ends the running round. Any number
  /// of synchronous rounds does not grow the stack.
  public func `repeat`(count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "the number of rounds is not negative")
    return Signal(after: self) { observer in
      Signal.attach(repeatElement(self, count: count)[...], to: observer)
    }
  }
}
