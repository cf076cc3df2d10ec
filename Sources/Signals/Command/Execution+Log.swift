/// How an execution ended, if it has.
@usableFromInline
enum ExecutionOutcome {
  case open, completed, cancelled, refused, failed
}

extension Execution {
  /// Keeps a value until a subject for the signal exists.
  @inlinable
  func keep(_ value: Output) {
    if first == nil {
      first = value
    } else {
      rest.append(value)
    }
  }

  @usableFromInline
  func makeMulticast() -> Multicast<Output, CommandError<Failure>> {
    if let multicast { return multicast }
    let made = Multicast<Output, CommandError<Failure>>(capacity: .max)
    if let first { made.send(first) }
    for value in rest { made.send(value) }
    if let end { made.finish(end) }
    multicast = made
    return made
  }

  private var end: End<CommandError<Failure>>? {
    switch outcome {
    case .open: nil
    case .completed, .cancelled: .completed
    case .refused: .failed(.disabled)
    case .failed: failures.first.map { .failed(.failed($0)) }
    }
  }
}
