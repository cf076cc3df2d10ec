import MatrixWire
import ModelKit
import Models

/// What a response says about an account, whichever protocol it came by.
struct SyncNews: Sendable {
  var rooms: [RoomNews] = []
  /// The account data outside of rooms.
  var accountData: RawBareEvents = []
  /// Whether `accountData` is complete: what it omits does not exist.
  var hasAllAccountData = false
  /// All rooms in which the account is or to which it is invited; nil when not all are known.
  var present: Set<String>?
  /// Whether there are rooms that the next request asks for the first time.
  var isPartial = false
  /// Rooms of which a partial response has all news.
  var current: Set<String> = []
  /// Who is writing, in the rooms where that has changed.
  var typing: [String: JSONValue] = [:]
  /// Who is there, as far as that has changed.
  var presence: RawBareEvents = []
  /// Whether nothing else happened in the account.
  var isPresenceAlone = false
  /// Whether nothing happened in the account.
  var isEmpty = false
  /// The parts of the response that could not be read.
  var issues = JSONIssues()
  let token: SyncToken
}

/// News of one room.
struct RoomNews: Sendable {
  enum News: Sendable {
    case joined(JoinedNews)
    case invited(RawInvitedRoom)
    case asking(RawKnockedRoom)
    case left(RawLeftRoom)
    /// Read markers alone, of a room that the account is in.
    case markers([RawBareEvents])
  }

  let id: String
  let news: News

  var tellsMembership: Bool {
    if case .markers = news { false } else { true }
  }
}

/// News of a room that the account is in.
struct JoinedNews: Sendable {
  var room: RawJoinedRoom
  /// Whether events may be missing before the timeline.
  var isGapped: Bool
  /// Whether the state is the one after the timeline instead of the one before it.
  var hasCurrentState = false
  /// The people after whom the room is named, with their names.
  var heroes: [User] = []
  /// The place of the room's newest message in the order of all; nil when it did not change.
  var bumpStamp: Int64?
}
