import Controllers
import MatrixWire
import Models
import Signals

/// A pin and its end, of which the server need not hear both.
extension Outbox {
  /// The waiting pin that an entry ends, or the waiting end that it takes back.
  func opposite(of entry: OutboxEntry) -> TransactionID? {
    guard let pin = entry.pin else { return nil }
    let last = kept.last {
      $0.room == entry.room && $0.pin?.event == pin.event && $0.state == .waiting
    }
    return last?.pin?.isPinned == !pin.isPinned ? last?.transaction : nil
  }

  /// Takes the opposite of an entry out of the queue, and puts the entry there if it is still needed.
  ///
  /// It is needed when the server was asked for the opposite already, which may have reached it, and when
  /// somebody else has done the same meanwhile.
  ///
  /// - Returns: Whether the entry is in the queue; its line is not shown yet.
  func replace(
    _ opposite: TransactionID, with entry: OutboxEntry
  ) async throws(RequestError) -> Bool {
    let id = Message.ID(opposite)
    let pins = try await delivery.store.read { contents, tables in
      try contents.rooms[entry.room]?.shownPins(tables, besides: id)
    }
    let isAsWanted = entry.pin.map { pins?.contains($0.event) == $0.isPinned } == true
    let before = entries
    let cancelled = waiting(opposite)
    entries.removeAll { $0.transaction == cancelled?.transaction }
    let isNeeded = !isAsWanted || cancelled == nil || cancelled?.firstAttempt != nil
    if isNeeded { entries.append(entry) }
    do throws(RequestError) {
      try save()
    } catch {
      entries = before
      announceCount()
      throw error
    }
    if isNeeded { unshown.insert(entry.transaction) }
    if cancelled != nil { await forget(opposite, in: entry.room) }
    return isNeeded
  }

  /// Ends what waits for an event that is no longer in the queue.
  private func forget(_ transaction: TransactionID, in room: RoomID) async {
    let id = Message.ID(transaction)
    workers[room]?.wake()
    for waiter in waiters.removeValue(forKey: id) ?? [] {
      waiter.fail(RequestError(operation: .send, reason: .cancelled))
    }
    depart(transaction)
    await delivery.store.show { $0.removeUnsent(id, in: room) }
  }
}
