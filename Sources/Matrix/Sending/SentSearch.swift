import Controllers
import MatrixWire
import ModelKit
import Models

/// Looks on the server for a message whose response was lost, when repeating its request could send
/// it twice.
struct SentSearch: Sendable {
  /// How many pages are read at most: two thousand events.
  private static let mostPages = 40
  /// How far the clocks of this machine and the server may differ, in milliseconds.
  static let skew: Int64 = 600_000

  let network: MatrixNetworkController
  let store: AccountStore

  /// The event of a message; nil when the server has none.
  ///
  /// An event that this program sent is recognised by its transaction for as long as the server
  /// tells it. Later the same content, sent after the first attempt, counts, unless it belongs to
  /// another message. Of a first attempt by a clock that was ahead, only the last minutes are searched for
  /// the content: an older event that says the same may be another message.
  func find(_ entry: OutboxEntry, now: Int64) async throws(RequestError) -> EventID? {
    let oldest = min(entry.firstAttempt ?? entry.createdAt, now) - Self.skew
    var token: String?
    for _ in 0..<Self.mostPages {
      let page = try await network.request(.messages(entry.room, before: token)).value
      for event in page.chunk.compactMap({ StoredEvent($0) }) {
        if try await isCopy(event, of: entry, after: oldest) { return event.id }
      }
      let isOver = page.chunk.allSatisfy { $0.timestamp < oldest }
      guard !isOver, let end = page.end, end != token else { return nil }
      token = end
    }
    return nil
  }

  private func isCopy(
    _ event: StoredEvent, of entry: OutboxEntry, after oldest: Int64
  ) async throws(RequestError) -> Bool {
    let raw = event.raw
    guard raw.sender == store.userID.rawValue, raw.type == entry.type, raw.stateKey == nil else {
      return false
    }
    if let transaction = raw.unsigned?.transactionID {
      return transaction == entry.transaction.rawValue
    }
    guard raw.content == .object(entry.content), raw.timestamp >= oldest else { return false }
    let known = try await store.read { contents, tables in
      try contents.rooms[entry.room].flatMap { try tables.line(event.id, of: $0.number) }
    }
    return known?.transaction == nil || known?.transaction == entry.transaction
  }
}
