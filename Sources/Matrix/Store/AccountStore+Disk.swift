import Controllers
import Models
import Signals

extension AccountStore {
  /// How long a bad disk is left alone before it is tried again, in milliseconds.
  private static let patience: Int64 = 10_000

  /// Replaces a damaged cache by an empty one; the next sync is one of the whole account.
  func recover(from error: StorageError) throws(RequestError) {
    guard error.meansDamage else { return }
    do throws(StorageError) {
      cache.close()
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
    } catch {
      throw error.requestError(.restore)
    }
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
      guard error.meansDamage else { throw error }
      return try LoadedCache(try replace(for: owner), of: owner)
    }
  }

  /// Opens the cache of an account; sets one of another account aside first.
  private func open(for owner: UserID) throws(StorageError) -> Cache {
    let cache = try open()
    if try cache.claim(for: owner) { return cache }
    cache.close()
    return try replace(for: owner)
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
