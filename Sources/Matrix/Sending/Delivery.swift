import Controllers
import MatrixWire
import Models
import Signals

/// Delivers one event: checks what prevents it, sends it and classifies the result.
struct Delivery: Sendable {
  /// The result of one attempt.
  enum Outcome: Sendable {
    case sent(EventID)
    /// The server has such a reaction of the account, or such a list of pins, already.
    case alreadyThere
    /// The attempt should be repeated later.
    case later(RequestError)
    case refused(RequestError)
    /// The session is ending.
    case stopped
  }

  let network: MatrixNetworkController
  let store: AccountStore
  let scheduler: any Scheduler
  let backoff: Backoff

  /// Makes one attempt.
  ///
  /// Checks the room's encryption last, immediately before the content goes out.
  func attempt(
    _ entry: OutboxEntry
  ) async -> Outcome {
    do throws(RequestError) {
      guard let response = try await response(to: entry) else { return .alreadyThere }
      guard let event = response.eventID.flatMap({ EventID($0) }) else {
        // The same transaction makes no second event, and a whole response has the ID.
        return .later(
          RequestError(operation: .send, reason: .malformedResponse(path: "$.event_id")))
      }
      return .sent(event)
    } catch {
      // Source: Matrix client-server API, "Avoiding duplicate annotations".
      if error.code == "M_DUPLICATE_ANNOTATION", entry.type == "m.reaction" {
        return .alreadyThere
      }
      if error.code == "M_FORBIDDEN", entry.pin != nil {
        return .refused(
          RequestError(
            operation: .send, reason: .refused, status: error.status,
            code: OutgoingEvent.notPinnable))
      }
      return outcome(of: error)
    }
  }

  /// Nil when there is nothing to send.
  private func response(
    to entry: OutboxEntry
  ) async throws(RequestError) -> RawSendResponse? {
    // No server encrypts the state of a room.
    if let change = entry.pin { return try await response(to: change, in: entry.room) }
    try await checkEncryption(of: entry.room)
    return try await network.request(.send(entry))
  }

  /// Fails when nothing may go to the room in the clear.
  func checkEncryption(of room: RoomID) async throws(RequestError) {
    if store.current.rooms[room]?.membership != .joined, try await network.isEncrypted(room) {
      try await store.markEncrypted(room)
    }
    guard !store.current.encrypted.contains(room) else {
      throw RequestError(operation: .send, reason: .encryptedRoom)
    }
  }

  /// Looks for a message that may not be sent again, because the server may have forgotten its
  /// transaction.
  func look(for entry: OutboxEntry, now: Int64) async -> Outcome {
    do throws(RequestError) {
      let search = SentSearch(network: network, store: store)
      if let event = try await search.find(entry, now: now) {
        return .sent(event)
      }
      return .refused(RequestError(operation: .send, reason: .timedOut))
    } catch {
      return outcome(of: error)
    }
  }

  func outcome(of error: RequestError) -> Outcome {
    switch error.reason {
    case .cancelled, .signedOut: .stopped
    case .refused, .tooLarge, .unusablePicture, .unusableFile, .unusablePlace, .unopenable,
      .encryptedRoom, .invalidInput, .yourself, .isolatedServer, .unsupportedProof,
      .needsBrowser, .differentPasswords, .unusableValue:
      error.isTransient ? .later(error) : .refused(error)
    case .unreachable, .timedOut, .limited, .malformedResponse, .insecure, .storage,
      .openElsewhere, .serverFailed:
      .later(error)
    }
  }
}
