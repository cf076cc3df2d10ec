import MatrixWire
import ModelKit

extension SyncNews {
  /// The content of a response of `/sync`; an initial one describes the whole account.
  init(
    _ response: RawSyncResponse, issues: JSONIssues = JSONIssues(), isInitial: Bool, token: String
  ) {
    self.init(token: SyncToken(.full, token))
    rooms = response.joined.map { id, room in
      let isLimited = room.timeline?.isLimited == true
      return RoomNews(
        id: id, news: .joined(JoinedNews(room: room, isGapped: isInitial || isLimited)))
    }
    rooms += response.invited.map { RoomNews(id: $0, news: .invited($1)) }
    rooms += response.knocked.map { RoomNews(id: $0, news: .asking($1)) }
    rooms += response.left.map { RoomNews(id: $0, news: .left($1)) }
    typing = response.joined.compactMapValues(\.ephemeral.typing)
    accountData = response.accountData
    hasAllAccountData = isInitial
    if isInitial {
      present = Set(response.joined.keys).union(response.invited.keys).union(response.knocked.keys)
    }
    presence = response.presence
    isEmpty = rooms.isEmpty && accountData.isEmpty && presence.isEmpty
    isPresenceAlone = rooms.isEmpty && accountData.isEmpty && !presence.isEmpty
    self.issues = issues
  }
}
