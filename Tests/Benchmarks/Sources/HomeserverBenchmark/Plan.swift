import FoundationEssentials

/// The parameters of the load.
///
/// The accounts, the room and its members already exist.
struct Plan: Decodable {
  /// A client that long-polls `/sync`.
  struct Listener: Decodable {
    let token: String
    /// The position of its first `/sync`.
    let since: String
  }

  /// An IPv4 address.
  let host: String
  let port: UInt16
  let room: String
  /// The token of each sending connection; each has one message in flight at a time.
  let senders: [String]
  let listeners: [Listener]
  /// The most events that a `/sync` response contains for the room.
  let timelineLimit: Int
  /// Messages per second of all senders; nil sends as fast as the server responds.
  let rate: Double?
  /// In seconds; messages sent during it do not count.
  let warmUp: Double
  /// In seconds; messages sent during it count.
  let duration: Double
  /// How long to wait for the last deliveries, in seconds.
  let drain: Double
  /// The minimal length of the text of each message, in bytes.
  let textLength: Int

  init(path: String) throws {
    self = try JSONDecoder().decode(
      Plan.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
    guard !senders.isEmpty, duration > 0, rate.map({ $0 > 0 }) ?? true else {
      throw Failure("the plan sends nothing")
    }
  }
}
