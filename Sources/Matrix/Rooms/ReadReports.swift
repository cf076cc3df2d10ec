import Controllers
import MatrixWire
import ModelKit
import Models

/// Tells the server what the account has read; what it cannot be told now is told after a later sync,
/// also in the next run.
///
/// The store owes each position from the transaction that records it until the server has it.
actor ReadReports {
  private let network: MatrixNetworkController
  private let store: AccountStore
  /// The positions on their way to the server.
  private var running: [OwedRead] = []
  /// Whether the store may owe a position that is not on its way.
  private var mayOwe = true

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// Tells the server positions that the store owes.
  ///
  /// Throws what the server refuses; a failure that passes is no error.
  func report(_ reads: [OwedRead]) async throws(RequestError) {
    running += reads
    defer { running.removeAll { reads.contains($0) } }
    var refusal: RequestError?
    for read in reads {
      do throws(RequestError) {
        try await tell(read)
      } catch {
        guard !error.isTransient else {
          mayOwe = true
          return
        }
        refusal = error
      }
      try await store.change { _, tables in
        try tables.settle([read])
        return StoreChanges()
      }
    }
    if let refusal { throw refusal }
  }

  /// Tells what earlier attempts left; a sync has shown that the server can be reached.
  func reportOwed() async {
    guard mayOwe else { return }
    mayOwe = false
    let owed = try? await store.read { try $1.owedReads() }
    let waiting = (owed ?? []).filter { !running.contains($0) }
    // Nobody waits for these any more: what the server refuses is no longer owed.
    try? await report(waiting)
  }

  private func tell(_ read: OwedRead) async throws(RequestError) {
    let audience: ReceiptAudience = read.isPrivate ? .ownDevices : .room
    guard let root = read.root else { return try await tellRoom(read, audience) }
    try await network.request(
      .receipt(read.event, in: read.room, ofThread: root.rawValue, for: audience))
  }

  private func tellRoom(
    _ read: OwedRead, _ audience: ReceiptAudience
  ) async throws(RequestError) {
    var isForThreads = false
    do throws(RequestError) {
      try await network.request(
        .receipt(read.event, in: read.room, ofThread: StoredReceipt.main, for: audience))
    } catch {
      guard error.status == 400 else { throw error }
      // To the server the event belongs to a thread that is none here. A receipt for the whole room is
      // better than a room that stays unread.
      isForThreads = true
    }
    try await network.request(
      .markRead(read.room, upTo: read.event, forThreads: isForThreads ? audience : nil))
  }
}

extension Endpoint where Response == Void {
  /// Moves the private read marker to an event, and perhaps a receipt that counts for the room and all
  /// its threads.
  fileprivate static func markRead(
    _ room: RoomID, upTo event: EventID, forThreads audience: ReceiptAudience?
  ) -> Endpoint {
    let event = JSONValue.string(event.rawValue)
    var body: JSONObject = ["m.fully_read": event]
    if let audience { body[audience.receiptType] = event }
    return Endpoint(
      .markRead, .post, path: .client("rooms", room.rawValue, "read_markers"),
      body: .object(body), isIdempotent: true)
  }

  /// Moves a receipt, for a thread or, as `main`, for the room's own history.
  ///
  /// Source: Matrix client-server API, "Threaded read receipts".
  fileprivate static func receipt(
    _ event: EventID, in room: RoomID, ofThread thread: String, for audience: ReceiptAudience
  ) -> Endpoint {
    Endpoint(
      .markRead, .post,
      path: .client("rooms", room.rawValue, "receipt", audience.receiptType, event.rawValue),
      body: .object(["thread_id": .string(thread)]), isIdempotent: true)
  }
}

extension ReceiptAudience {
  /// Source: Matrix client-server API, "Private read receipts".
  fileprivate var receiptType: String {
    switch self {
    case .room: "m.read"
    case .ownDevices: "m.read.private"
    }
  }
}
