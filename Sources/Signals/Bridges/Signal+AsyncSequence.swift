extension Signal {
  /// A signal that reads an asynchronous sequence per subscription and sends its elements.
  ///
  /// It completes with the sequence and fails with the error that the sequence throws. It requests
  /// the next element after the previous one has been delivered, so nothing is buffered here. Its
  /// own task reads the sequence, off the main actor. Disposal cancels the task and drops later
  /// elements.
  public static func from<Elements: AsyncSequence & Sendable>(_ elements: Elements) -> Signal
  where Elements.Element == Value, Elements.Failure == Failure {
    Signal(linking: { observer in
      guard !observer.isDisposed else { return }
      let task = Task {
        await read(elements, into: observer)
      }
      observer.subscription.add(AnyDisposable { task.cancel() })
    })
  }

  private static func read<Elements: AsyncSequence>(
    _ elements: Elements, into observer: Observer<Value, Failure>
  ) async where Elements.Element == Value, Elements.Failure == Failure {
    var iterator = elements.makeAsyncIterator()
    do throws(Failure) {
      // `next()` runs before the check, because a sequence learns of the cancellation in `next()`.
      while let element = try await iterator.next(isolation: nil), !observer.isDisposed {
        observer.send(element)
      }
      observer.finish()
    } catch {
      observer.finish(error)
    }
  }
}
