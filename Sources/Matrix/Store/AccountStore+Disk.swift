import Controllers
import Models

extension AccountStore {
  /// How long a bad disk is left alone before it is tried again, in milliseconds.
  private static let patience: Int64 = 10_000

  /// Replaces a damaged cache by an empty one; the next sync is one of the whole account.
  func recover(from error: StorageError) throws(RequestError) {
    guard error.meansDamage else { return }
    do throws(StorageError) {
      cache.close()
      cache = try storage.replace()
      var fresh = StoreContents(userID: userID, encrypted: contents.encrypted)
      for room in contents.rooms.values where !room.unsent.isEmpty {
        var empty = fresh.room(room.id, or: .left)
        empty.unsent = room.unsent
        fresh.put(empty)
      }
      let lost = contents.rooms.keys.map { Room(id: $0, membership: .left) }
      contents = fresh
      rows.publish(fresh, lost)
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Goes on with a copy in memory when the disk takes no writes, so that messages still arrive.
  ///
  /// False when the disk is not the cause. The file keeps its older sync token, so nothing is lost.
  func standIn(for error: StorageError) throws(RequestError) -> Bool {
    guard error.meansBadDisk, unwritable == nil else { return false }
    do throws(StorageError) {
      let copy = try cache.copyInMemory()
      unwritable = (cache, systemWallClock())
      cache = copy
      return true
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Returns to the file once it can be written again; true when it did.
  ///
  /// The file continues from its own sync token: the server sends what only the copy has once more.
  func resumeFile(at time: Timestamp) -> Bool {
    guard let (file, since) = unwritable,
      abs(time.milliseconds - since.milliseconds) > Self.patience
    else { return false }
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
      rows.publish(fresh, [])
      return true
    } catch {
      unwritable = (file, time)
      return false
    }
  }
}
