import Controllers
import Models
import Signals

extension AccountStore {
  /// How long a bad disk is left alone before it is tried again, in milliseconds.
  private static let patience: Int64 = 10_000

  /// Replaces a damaged cache by an empty one; the next sync is one of the whole account.
  ///
  /// SQLite does not see all damage: of a page in the place of another it only says that a statement makes no
  /// sense. Without another cache no sync would succeed again. But once in a run is enough: the next time the
  /// statement is to blame.
  func recover(from error: StorageError) throws(RequestError) {
    guard error.meansDamage || error.blamesContent && !hasBlamedContent else { return }
    if error.blamesContent { hasBlamedContent = true }
    do throws(StorageError) {
      cache.close()
      unwritable?.file.close()
      unwritable = nil
      generation += 1
      ahead = nil
      cache = try storage.replace(for: userID)
      var fresh = StoreContents(userID: userID, encrypted: contents.encrypted)
      for room in contents.rooms.values where !room.unsent.isEmpty {
        var empty = fresh.room(room.id, or: .left)
        empty.unsent = room.unsent
        fresh.put(empty)
      }
      let lost = contents.rooms.keys.map { Room(id: $0, membership: .left) }
      contents = fresh
      rows.publish(fresh, lost)
      lossSubject.send(())
      replacementSubject.send(())
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Looks through the whole file for damage that nothing has met yet, and replaces one that has some.
  ///
  /// It belongs behind the first sync: a start must not wait until 100 MB are read. Meanwhile the store
  /// is used as ever.
  func checkFile() async throws(RequestError) {
    let checked = generation
    guard let reason = await storage.damage(), checked == generation, unwritable == nil
    else { return }
    try recover(from: StorageError(path: cache.path, problem: .damagedVault(reason)))
  }

  /// Goes on with a copy in memory when the disk takes no writes, so that messages still arrive.
  ///
  /// False when the disk is not the cause, and when the file is too large or the copy full. The file keeps its
  /// older sync token, so nothing is lost.
  func standIn(for error: StorageError) throws(RequestError) -> Bool {
    guard error.meansBadDisk, unwritable == nil else { return false }
    do throws(StorageError) {
      guard let copy = try cache.copyInMemory() else { return false }
      unwritable = (cache, systemWallClock())
      cache = copy
      return true
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Returns to the file once it can be written again.
  ///
  /// The file continues from its own sync token: the server sends what only the copy has once more.
  func resumeFile(at time: Timestamp) {
    guard let (file, since) = unwritable,
      abs(time.milliseconds - since.milliseconds) > Self.patience
    else { return }
    do throws(StorageError) {
      for removes in [false, true] {
        try file.write { try AccountTables($0).probe(removes: removes) }
      }
      var fresh = StoreContents(userID: userID, encrypted: contents.encrypted)
      try file.read { _ = try fresh.load(AccountTables($0)) }
      for room in contents.rooms.values where !room.unsent.isEmpty {
        var known = fresh.room(room.id, or: room.membership)
        known.unsent = room.unsent
        fresh.put(known)
      }
      (fresh.sent, fresh.hasSynced) = (contents.sent, contents.hasSynced)
      fresh.current = contents.current
      cache.close()
      (cache, contents, unwritable) = (file, fresh, nil)
      generation += 1
      rows.publish(fresh, [])
    } catch {
      unwritable = (file, time)
    }
  }
}

extension CacheStorage {
  /// Opens the cache of an account and reads what memory holds of it; replaces a damaged one.
  func load(of owner: UserID) throws(StorageError) -> LoadedCache {
    do throws(StorageError) {
      return try LoadedCache(try open(for: owner), of: owner)
    } catch {
      guard error.meansDamage || error.blamesContent else { throw error }
      return try LoadedCache(try replace(for: owner), of: owner, isReplacement: true)
    }
  }

  /// Opens the cache of an account; to it, one of another account is as bad as a damaged one.
  private func open(for owner: UserID) throws(StorageError) -> Cache {
    let cache = try open()
    guard try cache.claim(for: owner) else {
      cache.close()
      throw StorageError(path: cache.path, problem: .damagedVault("it is another account's"))
    }
    return cache
  }

  /// Sets a cache aside, which nobody may have open, and makes an empty one.
  fileprivate func replace(for owner: UserID) throws(StorageError) -> Cache {
    let cache = try replace()
    _ = try cache.claim(for: owner)
    return cache
  }
}

extension Cache {
  /// Writes into a cache whose it is; false when it belongs to another account.
  fileprivate func claim(for owner: UserID) throws(StorageError) -> Bool {
    if let known = try self.owner() { return known == owner.rawValue }
    do throws(StorageError) {
      try write { try AccountTables($0).set(.owner, to: owner.rawValue) }
    } catch {
      // A full disk prevents nobody from reading; the next start tries again.
      guard error.meansBadDisk else { throw error }
    }
    return true
  }

  /// The account that the cache belongs to; nil when that was never written.
  func owner() throws(StorageError) -> String? {
    try read { try AccountTables($0).value(of: .owner) }
  }
}
