/// How a stream ended.
@usableFromInline
enum End<Failure: Error>: Sendable {
  case completed
  case failed(Failure)

  /// Calls the closure for this end.
  @inlinable
  func call(_ failed: (Failure) -> Void, _ completed: () -> Void) {
    switch self {
    case .completed: completed()
    case .failed(let failure): failed(failure)
    }
  }
}
