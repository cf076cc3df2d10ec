import GRDB
import ModelKit

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// What an account knows, on a cache in memory, without an actor around it.
final class StoreRehearsal {
  private(set) var contents: StoreContents
  private let cache: Cache

  init(userID: UserID) throws {
    contents = StoreContents(userID: userID)
    cache = try Cache()
  }

  /// Makes one change in a transaction.
  @discardableResult
  func change(
    _ body: (inout StoreContents, AccountTables) throws -> StoreChanges
  ) throws -> StoreChanges {
    try cache.write { database in
      let tables = AccountTables(database)
      let changes = try body(&contents, tables)
      for person in contents.people.news.values { try tables.save(person) }
      contents.people.forgetNews()
      return changes
    }
  }

  func read<Value>(_ body: (StoreContents, AccountTables) throws -> Value) throws -> Value {
    try cache.read { try body(contents, AccountTables($0)) }
  }

  /// Applies a sync response in as many transactions as the store would use.
  @discardableResult
  func apply(_ response: RawSyncResponse, isInitial: Bool) throws -> StoreChanges {
    try apply(SyncNews(response, isInitial: isInitial, token: "n"))
  }

  /// Applies the news of a response in as many transactions as the store would use.
  @discardableResult
  func apply(_ news: SyncNews) throws -> StoreChanges {
    var changes = try change { try $0.begin(news, $1) }
    for part in SyncPart.parts(of: news) {
      changes.formUnion(try change { try $0.apply(part, $1) })
    }
    return changes
  }

  /// Adds a page to the newest gap.
  func prepend(_ response: RawMessagesResponse, to room: RoomID) throws {
    guard let gap = try gap(in: room) else { return }
    try prepend(response, to: room, at: gap)
  }

  func prepend(_ response: RawMessagesResponse, to room: RoomID, at gap: HistoryGap) throws {
    for piece in HistoryPage(response: response, gap: gap).pieces {
      try change { try $0.prepend(piece, to: room, $1) }
    }
  }

  func gap(in room: RoomID) throws -> HistoryGap? {
    try read { try $0.gap(in: room, before: nil, $1) }
  }

  func timeline(of room: RoomID, at place: TimelinePlace = .newest) throws -> Timeline {
    try read { try $0.timeline(of: room, at: place, $1) }
  }

  func thread(
    _ root: EventID, in room: RoomID, at place: TimelinePlace = .newest
  ) throws -> Timeline {
    let thread = ThreadID(room: room, root: Message.ID(root))
    return try read { try $0.timeline(of: thread, at: place, $1) }
  }

  func threads(of room: RoomID) throws -> Timeline { try read { try $0.threadList(of: room, $1) } }

  /// The room's row in the list.
  func value(of room: RoomState) throws -> Room { try read { try $0.value(of: room, $1) } }
}
