package import Controllers
package import Models
package import Signals

/// Goes through room histories: what is kept, through a connection that only reads the cache, so also beside
/// the screen that has the account open; what is new, in the store that this process syncs.
package final class MatrixHistoryController: HistoryController {
  /// How many events one part has at most.
  private static let partSize = 500
  /// How often the newest messages are asked for where those that came show nothing.
  private static let mostLoads = 20

  private let store: AccountStore
  private let directory: AccountDirectory
  private let loader: PageLoader

  /// Makes a controller; sends nothing yet.
  package init(
    network: MatrixNetworkController, store: AccountStore, directory: AccountDirectory
  ) {
    self.store = store
    self.directory = directory
    loader = PageLoader(network: network, store: store)
  }

  deinit { Task { [loader] in await loader.cancelAll() } }

  package func keptRooms() -> Signal<[Room], RequestError> {
    reading { try $0.keptRooms() }.map { $0 ?? [] }
  }

  package func kept(
    in room: RoomID, after place: HistoryPlace?
  ) -> Signal<HistoryPart, RequestError> {
    let own = store.userID
    return reading { tables in
      try EntryReader(tables, of: room, for: own)?.kept(after: place, limit: Self.partSize)
    }.map { part in part.flatMap { $0 } ?? HistoryPart(entries: [], end: nil) }
  }

  package func keptExtent(of room: RoomID) -> Signal<HistoryExtent, RequestError> {
    reading { tables in try tables.number(of: room).flatMap { try tables.extent(of: $0) } }
      .map { extent in extent.flatMap { $0 } ?? HistoryExtent(hasOlder: true, gapCount: 0) }
  }

  package func newest(_ count: Int, in room: RoomID) -> Signal<HistoryPart, RequestError> {
    .from { [store, loader] () async throws(RequestError) -> HistoryPart in
      var part = HistoryPart(entries: [], end: nil)
      for _ in 0..<Self.mostLoads {
        let (found, mayHaveMore) = try await store.read { contents, tables in
          (
            try EntryReader(tables, of: room, for: contents.userID)?.newest(count),
            try contents.gap(in: room, before: nil, tables) != nil
          )
        }
        guard let found else { return part }
        part = found
        guard part.entries.count < count, mayHaveMore else { return part }
        try await loader.load(room, before: nil)
      }
      return part
    }
  }

  package func news(
    in room: RoomID, after place: HistoryPlace
  ) -> Signal<HistoryPart, RequestError> {
    .from { [store, loader] () async throws(RequestError) -> HistoryPart in
      while true {
        let query = StoreQuery.news(in: room, after: place, limit: Self.partSize)
        switch await store.watch(query).compactMap({ $0 }).first() {
        case .entries(let part)?: return part
        case .gap?: try await loader.load(room, before: nil)
        case nil: throw RequestError(operation: .loadTimeline, reason: .cancelled)
        }
      }
    }
  }

  private func reading<Value: Sendable>(
    _ body: @escaping @Sendable (AccountTables) throws -> Value
  ) -> Signal<Value?, RequestError> {
    .from { [directory, user = store.userID] () async throws(RequestError) -> Value? in
      do throws(StorageError) {
        return try Cache.read(in: directory, of: user, body)
      } catch {
        throw error.requestError(.loadTimeline)
      }
    }
  }
}

/// What follows a place of a room's history.
enum HistoryNews: Equatable, Sendable {
  case entries(HistoryPart)
  /// Something that has to be requested.
  case gap
}

extension StoreQuery<HistoryNews?> {
  static func news(in room: RoomID, after place: HistoryPlace, limit: Int) -> Self {
    Self(
      value: { contents, tables in
        guard let reader = try EntryReader(tables, of: room, for: contents.userID) else {
          return nil
        }
        if let part = try reader.news(after: place, limit: limit) { return .entries(part) }
        return try reader.hasGap(after: place) ? .gap : nil
      }, isAffected: { $0.rooms.contains(room) })
  }
}
