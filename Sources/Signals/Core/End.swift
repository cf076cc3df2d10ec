/// How a stream ended.
@usableFromInline
enum End<Failure: Error>: Sendable {
  case completed
  case failed(Failure)
  /// The sender was released without a terminal event.
  ///
  /// The subscriptions end and no closure is called. An operator passes it on where it would pass
  /// on a completion, so that nothing downstream waits for ever.
  case lost

  /// Calls the closure for this end.
  @inlinable
  func call(_ failed: (Failure) -> Void, _ completed: () -> Void) {
    switch self {
    case .completed: completed()
    case .failed(let failure): failed(failure)
    case .lost: break
    }
  }

  @inlinable var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  /// The end of two inputs, of which this one ended first: it completes if both do.
  @inlinable
  func joined(with other: End) -> End {
    if case .completed = self { other } else { self }
  }
}

extension End where Failure == Never {
  /// The same end of a stream that might have failed.
  @inlinable
  func promoted<NewFailure>() -> End<NewFailure> {
    switch self {
    case .completed: .completed
    case .lost: .lost
    }
  }
}
