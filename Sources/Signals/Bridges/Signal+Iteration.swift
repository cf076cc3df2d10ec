/// A signal is an asynchronous sequence of its values that throws its failure.
///
/// Where both have an operator, that of the signal is chosen if it applies: it is declared for this
/// type, that of the sequence for any sequence.
extension Signal: AsyncSequence {
  /// The values of the signal.
  public typealias Element = Value

  /// Subscribes to the signal; like `values`, keeps all values until the reader takes them.
  public func makeAsyncIterator() -> SignalValues<Value, Failure>.Iterator {
    values.makeAsyncIterator()
  }
}
