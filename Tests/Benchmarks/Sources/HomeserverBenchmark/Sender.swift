/// A connection that sends messages, one after the other.
final class Sender {
  let connection: Connection
  private let plan: Plan
  private let token: String
  private let number: Int
  private var sequence = 0
  /// When the message that is on its way was due; nil when none is.
  private(set) var due: Int?
  private var request: [UInt8] = []

  init(_ plan: Plan, token: String, number: Int) throws {
    self.plan = plan
    self.token = token
    self.number = number
    connection = try Connection(host: plan.host, port: plan.port)
  }

  /// Sends the next message.
  ///
  /// - Parameters:
  ///   - due: When it should go, from which its times are counted.
  ///   - run: What makes the ids of this run differ from those of others.
  func send(due: Int, run: Int) throws {
    self.due = due
    sequence += 1
    request = Request.message(
      Marks.text(sent: due, length: plan.textLength), id: "load-\(run)-\(number)-\(sequence)",
      room: plan.room, token: token, host: "\(plan.host):\(plan.port)")
    try connection.send(request)
  }

  /// Sends the same message again, after the connection broke.
  func repeatRequest() throws {
    if due != nil { try connection.send(request) }
  }

  func finish() { due = nil }
}
