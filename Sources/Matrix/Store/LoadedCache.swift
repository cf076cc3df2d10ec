import Dispatch
import Models
import Synchronization

/// An open cache, and what memory holds of it.
struct LoadedCache {
  let cache: Cache
  var contents: StoreContents
  /// The rows of the list.
  let rooms: [Room]
  /// The time of the last sync.
  let time: Timestamp?
  /// Whether it took the place of one that was of no use.
  let isReplacement: Bool

  init(
    _ cache: Cache, of owner: UserID, isReplacement: Bool = false
  ) throws(StorageError) {
    self.cache = cache
    self.isReplacement = isReplacement
    (contents, rooms, time) = try cache.read { database in
      let tables = AccountTables(database)
      var contents = StoreContents(userID: owner)
      let rooms = try contents.load(tables)
      let time = try tables.value(of: .syncTime).flatMap { Int64($0) }
      return (contents, rooms, time.map { Timestamp(clamping: $0) })
    }
  }
}

/// Opens and reads the cache of an account at the start of the program, while another thread opens the
/// vault.
///
/// Together they take a third of the time until the first messages show.
package final class CacheAhead: Sendable {
  private let queue = DispatchQueue(label: "cache ahead")
  private let result = Mutex<Result<LoadedCache, StorageError>?>(nil)

  /// Starts; the caller holds the account's lock.
  init(_ storage: CacheStorage, of owner: UserID) {
    queue.async { [self] in
      let loaded = Result { () throws(StorageError) in try storage.load(of: owner) }
      result.withLock { $0 = loaded }
    }
  }

  /// Waits for the cache and gives it away; nil when somebody has it already.
  func take() throws(StorageError) -> LoadedCache? {
    try queue.sync { result.withLock { $0.take() } }?.get()
  }
}
