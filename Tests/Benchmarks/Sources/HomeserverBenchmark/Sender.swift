/// A connection that sends messages one at a time.
final class Sender {
  let connection: Connection
  private let plan: Plan
  private let token: String
  private let number: Int
  private var sequence = 0
  /// The due time of the message in flight; nil if there is none.
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
  ///   - due: The time when it should be sent, from which its times are counted.
  ///   - run: Distinguishes the ids of this run from those of others.
  func send(due: Int, run: Int) throws {
    self.due = due
    sequence += 1
    request = Request.message(
      Marks.text(sent: due, length: plan.textLength), id: "load-\(run)-\(number)-\(sequence)",
      room: plan.room, token: token, host: "\(plan.host):\(plan.port)")
    try connection.send(request)
  }

  /// Sends the same message again after the connection broke.
  func repeatRequest() throws {
    if due != nil { try connection.send(request) }
  }

  func finish() { due = nil }
}
