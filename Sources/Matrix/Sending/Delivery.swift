import Controllers
import MatrixWire
import Models
import Signals

/// One message on its way: what stands between it and the server, and what became of it.
struct Delivery: Sendable {
  /// What became of one attempt.
  enum Outcome: Sendable {
    case sent(EventID)
    /// The server has it, but did not say under which id.
    case unconfirmed
    /// To be tried again after a while.
    case later(RequestError)
    case refused(RequestError)
    /// The session ends.
    case stopped
  }

  let network: MatrixNetworkController
  let store: AccountStore
  let scheduler: any Scheduler
  let backoff: Backoff

  /// Makes one attempt.
  ///
  /// The room's encryption is looked at last, right before the text goes out.
  func attempt(
    _ text: String, to room: RoomID, _ transaction: TransactionID
  ) async -> Outcome {
    do throws(RequestError) {
      if store.current.rooms[room]?.membership != .joined, try await network.isEncrypted(room) {
        await store.markEncrypted(room)
      }
      guard !store.current.encrypted.contains(room) else {
        return .refused(RequestError(operation: .send, reason: .encryptedRoom))
      }
      let answer = try await network.request(.send(text, to: room, transaction))
      return answer.eventID.flatMap { EventID($0) }.map { .sent($0) } ?? .unconfirmed
    } catch {
      return outcome(of: error)
    }
  }

  private func outcome(of error: RequestError) -> Outcome {
    switch error.reason {
    case .cancelled, .signedOut: .stopped
    case .refused, .tooLarge, .unusablePicture, .encryptedRoom, .invalidInput, .yourself,
      .unknownRoom, .isolatedServer:
      error.isTransient ? .later(error) : .refused(error)
    case .unreachable, .timedOut, .limited, .malformedAnswer, .insecure, .storage,
      .openElsewhere, .serverFailed:
      .later(error)
    }
  }
}
