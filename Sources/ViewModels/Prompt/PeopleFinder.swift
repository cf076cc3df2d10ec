import Controllers
import Models
import Signals

/// Finds the person that a typed text means.
struct PeopleFinder {
  private let session: Session

  init(session: Session) {
    self.session = session
  }

  /// People whom the server's directory finds for a text.
  ///
  /// A server without a directory suggests nobody.
  func suggestions(_ text: String) -> Signal<[PromptSuggestion], Never> {
    let term = text.hasPrefix("@") ? String(text.dropFirst()) : text
    guard !term.isBlank else { return .just([]) }
    let ownID = session.userID
    return session.network.searchPeople(term)
      .map { people in
        people.filter { $0.id != ownID }.map {
          PromptSuggestion(nameText: Names.text($0), answerText: $0.id.rawValue)
        }
      }
      .catch { _ in .just([]) }
  }

  /// The person of a whole user ID, or of this server's name for somebody.
  ///
  /// On the account's own server the person is looked up first, so that no chat is made with nobody.
  /// Fails with `.invalidInput`, `.yourself`, `.isolatedServer`, or as `fetchUser` does.
  func person(
    _ text: String, operation: RequestError.Operation = .fetchUser
  ) -> Signal<UserID, RequestError> {
    let own = session.userID
    guard let user = UserID(text.contains(":") ? text : Self.whole(text, on: own)) else {
      return .failed(RequestError(operation: operation, reason: .invalidInput(text)))
    }
    guard user != own else {
      return .failed(RequestError(operation: operation, reason: .yourself))
    }
    guard user.serverName != own.serverName else {
      return session.network.fetchUser(user).map { _ in user }
    }
    guard !session.isOnThisMachine else {
      let reason = RequestError.Reason.isolatedServer(String(user.serverName))
      return .failed(RequestError(operation: operation, reason: reason))
    }
    return .just(user)
  }

  private static func whole(_ text: String, on own: UserID) -> String {
    (text.hasPrefix("@") ? text : "@" + text) + ":" + own.serverName
  }
}
