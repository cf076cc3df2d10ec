extension Property where Value: Sendable {
  /// The current value, then each new one, as an asynchronous sequence that does not end.
  ///
  /// A reader that is slower than the changes receives only the newest value. The sequence may be
  /// read anywhere; each iterator keeps the property alive.
  public final nonisolated var values: SignalValues<Value, Never> {
    signal.values(buffering: .newest(1))
  }
}
