/// How a stream ended.
@usableFromInline
enum End<Failure: Error>: Sendable {
  case completed
  case failed(Failure)
}
