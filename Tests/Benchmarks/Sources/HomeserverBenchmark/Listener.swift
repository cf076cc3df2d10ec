/// A client that continuously long-polls `/sync`.
final class Listener {
  let connection: Connection
  private let plan: Plan
  private let token: String
  private var since: String

  init(_ plan: Plan, _ listener: Plan.Listener) throws {
    self.plan = plan
    token = listener.token
    since = listener.since
    connection = try Connection(host: plan.host, port: plan.port)
  }

  /// Requests the next `/sync`.
  func listen() throws {
    try connection.send(
      Request.sync(
        since: since, token: token, timelineLimit: plan.timelineLimit,
        host: "\(plan.host):\(plan.port)"))
  }

  /// Takes the position for the next `/sync` from a response.
  func advance(_ response: UnsafeRawBufferPointer) throws {
    guard
      let next = Bytes.value(
        after: Array(#""next_batch":""#.utf8), until: UInt8(ascii: "\""), in: response)
    else { throw Failure("an answer to /sync without next_batch") }
    since = next
  }
}
