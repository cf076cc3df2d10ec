extension Signal {
  /// The same events; `name` identifies the signal in `SignalTrace`.
  ///
  /// Nothing else changes: values, terminal events and disposal pass through on their threads,
  /// without a stage in between. A subscription through several names lists them all. A name
  /// upstream of a `subscribe(on:)`, or in an inner signal that is created later, is not visible.
  public func named(_ name: String) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      if SignalTrace.isEnabled { TraceRecord.current?.add(name) }
      attach(observer)
    }
  }
}
