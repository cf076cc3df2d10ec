/// The people whose presence a sync tells.
extension SyncReader {
  /// The most people of whom one response tells that they have gone with an earlier process.
  private static let mostLost = 1_000

  /// Those of `changed` who share a room with the user, and the user.
  ///
  /// - Parameter isLost: Whether the client may still show people as an earlier process told.
  func people(
    _ changed: [UserID: UserPresence], isLost: Bool
  ) throws -> [PresenceNews] {
    let selection = query.filter.presence
    var news: [PresenceNews] = []
    for (user, presence) in changed where selection.allows(type: "m.presence", sender: user) {
      guard try user == query.user || SharedRooms.exist(of: user, query.user, in: database) else {
        continue
      }
      news.append(PresenceNews(user: user, presence: presence))
    }
    guard isLost, selection.allows(type: "m.presence") else { return news }
    let people = try SharedRooms.people(with: query.user, limit: Self.mostLost, in: database)
    return news
      + people.filter { changed[$0] == nil }.map {
        PresenceNews(user: $0, presence: UserPresence())
      }
  }
}
