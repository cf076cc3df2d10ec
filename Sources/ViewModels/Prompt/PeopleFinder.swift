import Controllers
import Models
import Signals

/// Finds the person that a typed text refers to.
struct PeopleFinder {
  private let session: Session

  init(session: Session) {
    self.session = session
  }

  /// People found in the server's directory.
  ///
  /// Without a directory there are no suggestions.
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

  /// The person with a full user ID, or with a local name on this server.
  ///
  /// People on the account's server are looked up first, so that no chat is created with a
  /// nonexistent user. Fails with `.invalidInput`, `.yourself`, `.isolatedServer`, or as
  /// `fetchUser` does.
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
