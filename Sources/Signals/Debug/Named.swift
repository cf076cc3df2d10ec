extension Signal {
  /// The same events; `name` tells in `SignalTrace` what a subscription listens to.
  ///
  /// Changes nothing else: values, terminal events and disposal pass untouched, on their threads,
  /// without a stage in between. A subscription through several names lists them all. A name above a
  /// `subscribe(on:)`, or in an inner signal that is made later, is not seen.
  public func named(_ name: String) -> Signal<Value, Failure> {
    Signal(after: self) { [attach] observer in
      if SignalTrace.isEnabled { TraceRecord.current?.add(name) }
      attach(observer)
    }
  }
}
