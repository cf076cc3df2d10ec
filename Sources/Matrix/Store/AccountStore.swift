package import Controllers
import MatrixWire
import ModelKit
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
  /// How often another cache has taken the place of the one in use.
  var generation = 0
  private let encryptedRooms: EncryptedRooms
  private var watches: [Int: StoreWatch] = [:]
  private var pace = WatchPace()
  private nonisolated let watchNumber = Atomic(0)
  private let echoSubject = Subject<StoreChanges.Echo, Never>()
  private let advanceSubject = Subject<Void, Never>()
  let lossSubject = Subject<Void, Never>()
  private let syncSubject = ReplaySubject<Timestamp, Never>(capacity: 1)

  /// Opens the store of an account, with the rooms and events that earlier runs kept.
  ///
  /// Throws `.storage` when the list of encrypted rooms cannot be read, because without it a message
  /// could be sent unencrypted, and when the cache can be neither read nor made anew.
  package init(
    userID: UserID, directory: AccountDirectory, cache storage: CacheStorage
  ) throws(RequestError) {
    self.userID = userID
    self.storage = storage
    encryptedRooms = EncryptedRooms(directory)
    var contents = StoreContents(userID: userID, encrypted: try encryptedRooms.load())
    do throws(StorageError) {
      let (cache, rooms, time) = try storage.load(into: &contents)
      if let time { syncSubject.send(time) }
      self.cache = cache
      self.rows = RoomRows(contents, rooms)
    } catch {
      throw error.requestError(.restore)
    }
    self.contents = contents
  }

  /// A snapshot of what memory holds now.
  nonisolated var current: StoreContents { rows.contents }
  nonisolated var rooms: Signal<[Room], Never> { rows.rooms }
  nonisolated var roomChanges: Signal<RoomsChange, Never> { rows.roomChanges }
  nonisolated func room(_ id: RoomID) -> Signal<Room?, Never> { rows.room(id) }

  /// Messages of this device that the server echoed, emitted after they are shown.
  nonisolated var echoes: Signal<StoreChanges.Echo, Never> { echoSubject.signal }
  /// Emits when more rooms have become current in this run.
  nonisolated var advances: Signal<Void, Never> { advanceSubject.signal }
  /// Emits when the cache was lost, so that what was asked of the server continues nothing.
  nonisolated var losses: Signal<Void, Never> { lossSubject.signal }
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
    let watch = StoreWatch(query, observer)
    watches[id] = watch
    update([watch])
  }

  private func detach(_ id: Int) { watches[id] = nil }

  private func update(_ watches: [StoreWatch]) {
    guard !watches.isEmpty else { return }
    // What cannot be read stays as it is on the screen; the next change tries again.
    try? read { contents, tables in
      for watch in watches { try watch.update(contents, tables) }
    }
  }

  // MARK: - Changing

  /// Where the next sync continues.
  func syncStart() throws(RequestError) -> SyncStart {
    let token = try read { try $1.syncToken() }
    return SyncStart(token: token, generation: generation)
  }

  /// Forgets where the next sync continues.
  func forgetSyncToken() throws(RequestError) {
    try change {
      try $1.set(.syncToken, to: nil)
      return StoreChanges()
    }
  }

  /// Applies the news of one response, and keeps its token with the last of its changes.
  ///
  /// Much news takes several transactions, between which others can read; after a crash in between
  /// it is requested again. News that continues another cache than the one in use is ignored: the
  /// next response brings what this one lacks.
  func apply(
    _ news: SyncNews, from start: SyncStart, at time: Timestamp
  ) async throws(RequestError) {
    resumeFile(at: time)
    let isAdvance = !contents.hasSynced
    var parts = SyncPart.parts(of: news)[...]
    var isFirst = true
    while let part = parts.popFirst() {
      guard start.generation == generation else { return }
      pace.hasMore = !parts.isEmpty
      defer { pace.hasMore = false }
      try change { contents, tables in
        var changes = isFirst ? try contents.begin(news, tables) : StoreChanges()
        changes.formUnion(try contents.apply(part, tables))
        guard parts.isEmpty else { return changes }
        try tables.set(news.token)
        try tables.set(.syncTime, to: String(time.milliseconds))
        contents.hasRooms = true
        contents.hasSynced = contents.hasSynced || !news.isPartial
        contents.current = contents.hasSynced ? [] : Set(news.current.compactMap { RoomID($0) })
        return changes
      }
      isFirst = false
      if !parts.isEmpty { await Task.yield() }
    }
    syncSubject.send(time)
    if isAdvance { advanceSubject.send(()) }
  }

  /// Marks a room as encrypted for good.
  func markEncrypted(_ id: RoomID) throws(RequestError) {
    try change { contents, _ in
      var room = contents.room(id, or: .left)
      room.isEncrypted = true
      contents.put(room)
      return StoreChanges(rooms: [id])
    }
  }

  /// Makes one change: commits it to the cache, then shows it.
  ///
  /// A failure changes nothing.
  func change(
    _ body: (inout StoreContents, AccountTables) throws -> StoreChanges
  ) throws(RequestError) {
    do throws(StorageError) {
      try commit(body)
    } catch {
      guard try standIn(for: error) else {
        try recover(from: error)
        throw error.requestError(.restore)
      }
      do throws(StorageError) {
        try commit(body)
      } catch {
        throw error.requestError(.restore)
      }
    }
  }

  private func commit(
    _ body: (inout StoreContents, AccountTables) throws -> StoreChanges
  ) throws(StorageError) {
    do throws(StorageError) {
      let (changes, shown) = try cache.write { database in
        let tables = AccountTables(database)
        var changes = try body(&contents, tables)
        changes.people = Set(contents.people.news.keys)
        for person in contents.people.news.values { try tables.save(person) }
        return (changes, try save(changes.rooms, tables))
      }
      // Save before anybody can react: a room seen encrypted once must stay so after a crash.
      encryptedRooms.save(contents.encrypted)
      contents.people.forgetNews()
      publish(shown, changes)
    } catch {
      contents = current
      throw error
    }
  }

  /// Shows a change of unsent messages, which are not in the cache.
  func show(_ body: (inout StoreContents) -> StoreChanges) {
    let changes = body(&contents)
    let shown = try? read { contents, tables in
      try changes.rooms.compactMap { contents.rooms[$0] }.map { try contents.value(of: $0, tables) }
    }
    publish(shown ?? [], changes)
  }

  private func save(_ rooms: Set<RoomID>, _ tables: AccountTables) throws -> [Room] {
    try rooms.compactMap { contents.rooms[$0] }.map { room in
      let shown = try contents.value(of: room, tables)
      try tables.save(StoredRoom(number: room.number, shown: shown, record: room.record))
      return shown
    }
  }

  private func publish(_ rooms: [Room], _ changes: StoreChanges) {
    rows.publish(contents, rooms)
    if let due = pace.due(changes) { update(watches.values.filter { $0.isAffected(due) }) }
    for echo in changes.echoes { echoSubject.send(echo) }
  }
}
