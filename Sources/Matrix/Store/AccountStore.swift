package import Controllers
package import Models
import Signals
import Synchronization

/// An account's rooms, people and events: applies responses in order and supplies all controllers.
///
/// The cache has everything; memory holds the list of rooms and what somebody watches. Changes and
/// reads run on the actor, off the main thread: a change is first committed to the cache, then shown.
package actor AccountStore {
  /// The account that the store belongs to.
  package nonisolated let userID: UserID
  var cache: Cache
  let storage: CacheStorage
  var contents: StoreContents
  let rows: RoomRows
  /// The file that takes no writes now, while a copy in memory stands in for it.
  var unwritable: (file: Cache, since: Timestamp)?
  /// Whether a cache was replaced because a statement made no sense to it.
  var hasBlamedContent = false
  /// How often another cache has taken the place of the one in use.
  var generation = 0
  let encryptedRooms: EncryptedRooms
  nonisolated let typing = TypingBoard()
  nonisolated let presence = PresenceBoard()
  nonisolated let offers = OfferBoard()
  /// Where the next sync continues, when that is after what the cache has: news of presence alone is not
  /// worth a write.
  var newerStart: SyncStart?
  private var watches: [Int: StoreWatch] = [:]
  var ahead: ReadAhead?
  var pace = WatchPace()
  private nonisolated let watchNumber = Atomic(0)
  let echoSubject = Subject<StoreChanges.Echo, Never>()
  let arrivalSubject = Subject<NewMessage, Never>()
  let removalSubject = Subject<[OwnRemoval], Never>()
  let advanceSubject = Subject<Void, Never>()
  let lossSubject = Subject<Void, Never>()
  let replacementSubject = ReplaySubject<Void, Never>(capacity: 1)
  let syncSubject = ReplaySubject<Timestamp, Never>(capacity: 1)

  /// Opens the store of an account, with the rooms and events that earlier runs kept.
  ///
  /// Throws `.storage` when the list of encrypted rooms cannot be read, because without it a message
  /// could be sent unencrypted, and when the cache can be neither read nor made anew.
  ///
  /// - Parameter ahead: The same cache, which is already being read.
  package init(
    userID: UserID, directory: AccountDirectory, cache storage: CacheStorage,
    ahead: CacheAhead? = nil
  ) throws(RequestError) {
    self.userID = userID
    self.storage = storage
    encryptedRooms = EncryptedRooms(directory)
    let encrypted = try encryptedRooms.load()
    do throws(StorageError) {
      var loaded =
        if let ready = try ahead?.take() { ready } else { try storage.load(of: userID) }
      loaded.contents.encrypted.formUnion(encrypted)
      if let time = loaded.time { syncSubject.send(time) }
      if loaded.isReplacement { replacementSubject.send(()) }
      cache = loaded.cache
      contents = loaded.contents
      rows = RoomRows(loaded.contents, loaded.rooms)
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// A snapshot of what memory holds now.
  nonisolated var current: StoreContents { rows.contents }
  nonisolated var rooms: Signal<[Room], Never> { rows.rooms }
  nonisolated var roomChanges: Signal<RoomsChange, Never> { rows.roomChanges }
  nonisolated var leftRooms: Signal<[Room], Never> { rows.leftRooms }
  nonisolated func room(_ id: RoomID) -> Signal<Room?, Never> { rows.room(id) }

  /// Messages of this device that the server echoed, emitted after they are shown.
  nonisolated var echoes: Signal<StoreChanges.Echo, Never> { echoSubject.signal }
  /// Messages that have come and of which the push rules tell, emitted after they are shown.
  nonisolated var arrivals: Signal<NewMessage, Never> { arrivalSubject.signal }
  /// How others ended the account's memberships, emitted after it is shown.
  nonisolated var removals: Signal<[OwnRemoval], Never> { removalSubject.signal }
  /// Emits when more rooms have become current in this run.
  nonisolated var advances: Signal<Void, Never> { advanceSubject.signal }
  /// Emits when the cache was lost, so that what was asked of the server continues nothing.
  nonisolated var losses: Signal<Void, Never> { lossSubject.signal }
  /// Emits when the cache was of no use in this run, also at its start, so that all comes from the server.
  nonisolated var replacements: Signal<Void, Never> { replacementSubject.signal }
  /// The time of the last sync response that is shown, also of an earlier run, then of each.
  nonisolated var syncs: Signal<Timestamp, Never> { syncSubject.signal }

  /// How many observations there are.
  var watchCount: Int { watches.count }

  // MARK: - Reading

  /// The value of a query now.
  func value<Value>(of query: StoreQuery<Value>) throws(RequestError) -> Value {
    try read { try query.value($0, $1) }
  }

  /// Reads from memory and the cache.
  func read<Value>(
    _ body: (StoreContents, AccountTables) throws -> Value
  ) throws(RequestError) -> Value {
    do throws(StorageError) {
      return try cache.read { try body(contents, AccountTables($0)) }
    } catch {
      try recover(from: error)
      throw error.requestError(.restore)
    }
  }

  /// The value of a query, then each change of it, on the store's threads.
  nonisolated func watch<Value>(_ query: StoreQuery<Value>) -> Signal<Value, Never> {
    Signal { [weak self] observer in
      guard let self else { return AnyDisposable() }
      let id = watchNumber.add(1, ordering: .relaxed).newValue
      Task { [weak self] in await self?.attach(id, query, observer) }
      return AnyDisposable { [weak self] in Task { await self?.detach(id) } }
    }
  }

  private func attach<Value>(
    _ id: Int, _ query: StoreQuery<Value>, _ observer: Observer<Value, Never>
  ) {
    guard !observer.isDisposed else { return }
    let first = takeAhead(of: query)
    let watch = StoreWatch(query, first: first, observer)
    watches[id] = watch
    if first == nil { update([watch]) }
  }

  private func detach(_ id: Int) { watches[id] = nil }

  /// Brings the observations up to date that a change concerns.
  func updateWatches(affectedBy changes: StoreChanges) {
    update(watches.values.filter { $0.isAffected(changes) })
  }

  private func update(_ watches: [StoreWatch]) {
    guard !watches.isEmpty else { return }
    // What cannot be read stays as it is on the screen; the next change tries again.
    try? read { contents, tables in
      for watch in watches { try watch.update(contents, tables) }
    }
  }
}
