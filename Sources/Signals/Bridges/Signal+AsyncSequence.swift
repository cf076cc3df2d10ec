extension Signal {
  /// A signal that reads an asynchronous sequence per subscription and sends its elements.
  ///
  /// It completes with the sequence and fails with what the sequence throws. The next element is
  /// asked for when the one before has been delivered, so nothing is buffered here. The sequence is
  /// read by a task of its own, off the main actor; disposal cancels the task, and what it still
  /// brings is dropped.
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
      // Asked first, then looked: a sequence learns of the cancellation when it is asked.
      while let element = try await iterator.next(isolation: nil), !observer.isDisposed {
        observer.send(element)
      }
      observer.finish()
    } catch {
      observer.finish(error)
    }
  }
}
