import Controllers
import Models
import Signals

/// Finds the person that a typed text refers to.
struct PeopleFinder {
  private let session: Session

  init(session: Session) {
    self.session = session
  }

  /// The most people whom the account has met and that are suggested at once.
  private nonisolated static let mostKnown = 20

  /// People in the account's rooms at once, then also those found in the server's directory.
  ///
  /// Without a directory there are only the first ones.
  func suggestions(_ text: String) -> Signal<[PromptSuggestion], Never> {
    let term = text.hasPrefix("@") ? String(text.dropFirst()) : text
    guard !term.isBlank else { return .just([]) }
    let ownID = session.userID
    let found: Signal<[User], Never> = session.network.searchPeople(term).catch { _ in .just([]) }
    let met = session.rooms.knownPeople().take(first: 1).collect()
    let people = met.flatMap(.latest) { lists -> Signal<[User], Never> in
      let known = Self.best(lists.joined().filter { $0.id != ownID }, for: term)
      let ids = Set(known.map(\.id))
      let all = found.map { known + $0.filter { $0.id != ownID && !ids.contains($0.id) } }
      return .concat([known.isEmpty ? .empty : .just(known), all])
    }
    return people.map { people in
      people.map { PromptSuggestion(nameText: Names.text($0), answerText: $0.id.rawValue) }
    }
  }

  /// Those whose name or local name has the letters of a text, the best first.
  private nonisolated static func best(_ people: [User], for text: String) -> [User] {
    let term = FuzzyText(text)
    let matches = people.enumerated().compactMap { index, user in
      [Names.text(user), String(user.id.localpart)].compactMap { FuzzyText($0).match(term) }.min()
        .map { (match: $0, index: index) }
    }
    return matches.sorted { ($0.match, $0.index) < ($1.match, $1.index) }
      .prefix(mostKnown).map { people[$0.index] }
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
