import FoundationEssentials

/// What the load consists of.
///
/// The accounts, the room and its members are there already.
struct Plan: Decodable {
  /// A client that waits in `/sync`.
  struct Listener: Decodable {
    let token: String
    /// Where its `/sync` goes on.
    let since: String
  }

  /// An IPv4 address.
  let host: String
  let port: UInt16
  let room: String
  /// The token of each connection that sends; each has one message on its way at a time.
  let senders: [String]
  let listeners: [Listener]
  /// The most events that a `/sync` answers for the room.
  let timelineLimit: Int
  /// Messages per second of all senders; nil sends as fast as the server answers.
  let rate: Double?
  /// In seconds; what is sent in it does not count.
  let warmUp: Double
  /// In seconds; what is sent in it counts.
  let duration: Double
  /// How long to wait for the last deliveries, in seconds.
  let drain: Double
  /// The length of the text of each message, in bytes, at least.
  let textLength: Int

  init(path: String) throws {
    self = try JSONDecoder().decode(
      Plan.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
    guard !senders.isEmpty, duration > 0, rate.map({ $0 > 0 }) ?? true else {
      throw Failure("the plan sends nothing")
    }
  }
}
