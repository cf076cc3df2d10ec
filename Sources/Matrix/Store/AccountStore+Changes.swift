import Controllers
import Models
import Signals

// Changes of what an account knows: first committed to the cache, then shown.
extension AccountStore {
  /// Where the next sync continues.
  func syncStart() throws(RequestError) -> SyncStart {
    if let newerStart, newerStart.generation == generation { return newerStart }
    let token = try read { try $1.syncToken() }
    return SyncStart(token: token, generation: generation)
  }

  /// Forgets where the next sync continues.
  func forgetSyncToken() throws(RequestError) {
    newerStart = nil
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
    presence.apply(news.presence, at: time)
    guard !news.isPresenceAlone || !contents.hasSynced || start.token == nil else {
      guard start.generation == generation else { return }
      newerStart = SyncStart(token: news.token, generation: generation)
      return syncSubject.send(time)
    }
    newerStart = nil
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
    typing.apply(news.typing, isFirst: start.token == nil)
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

  /// Treats a room as encrypted for good, from the first news of it on.
  func expectEncryption(of id: RoomID) throws(RequestError) {
    guard contents.rooms[id] == nil else { return try markEncrypted(id) }
    try change { contents, _ in
      contents.encrypted.insert(id)
      return StoreChanges(rooms: [])
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
    forgetAhead(affectedBy: changes)
    if let due = pace.due(changes) { updateWatches(affectedBy: due) }
    for echo in changes.echoes { echoSubject.send(echo) }
    for arrival in changes.arrivals { arrivalSubject.send(arrival) }
    if !changes.removals.isEmpty { removalSubject.send(changes.removals) }
  }
}
