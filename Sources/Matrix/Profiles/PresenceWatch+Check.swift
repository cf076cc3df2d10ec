import Controllers
import Signals

/// Whether the server keeps presence at all.
extension PresenceWatch {
  /// How long after the account was shown as there the server is asked about it again: several processes of
  /// a server hear of it one after the other.
  private static let pauses: [Duration] = [.seconds(1), .seconds(4)]

  /// Shows the account as it wants to be seen, and asks whether the server knows that then.
  ///
  /// A server without presence says "offline" of everybody; but so does one with presence of an account that
  /// only syncs by sliding sync, until that account is shown by a request.
  func keepsPresence(shownAs state: Presence.State) async throws(RequestError) -> Bool {
    if try await isKnown() { return true }
    do throws(RequestError) {
      // The server knows of no status either, so this ends none.
      try await network.request(.setPresence(state, "", of: store.userID))
    } catch {
      guard error.isRefusal else { throw error }
      return false
    }
    for pause in Self.pauses {
      if try await isKnown() { return true }
      do {
        try await network.scheduler.sleep(for: pause)
      } catch {
        throw RequestError(operation: .fetchPresence, reason: .cancelled)
      }
    }
    return try await isKnown()
  }

  /// Whether the server says more of the account than one without presence does.
  private func isKnown() async throws(RequestError) -> Bool {
    do throws(RequestError) {
      return try await load(store.userID)?.isProof ?? false
    } catch {
      guard error.isRefusal else { throw error }
      return false
    }
  }
}

extension RequestError {
  /// Whether a server says that it has no such thing, or does not give it to anybody.
  fileprivate var isRefusal: Bool {
    reason == .refused && status.map { [403, 404, 405].contains($0) } ?? false
  }
}
