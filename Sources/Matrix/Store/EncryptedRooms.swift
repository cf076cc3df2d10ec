import Controllers
import ModelKit
import Models
import Synchronization

/// The list of rooms that were ever encrypted, as a file of the account; it only grows.
///
/// Several processes may add to it: each write merges the file with the new rooms.
final class EncryptedRooms: Sendable {
  private static let name = "encrypted-rooms.json"
  private static let lock = "encrypted-rooms.lock"
  private let directory: AccountDirectory
  private let saved = Mutex<Set<RoomID>>([])

  init(_ directory: AccountDirectory) {
    self.directory = directory
  }

  /// Throws `.storage` when the file exists but cannot be read.
  func load() throws(RequestError) -> Set<RoomID> {
    do {
      let rooms = try read()
      saved.withLock { $0 = rooms }
      return rooms
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Writes the list when it has grown.
  ///
  /// A failure is retried with the next change; until then the list in memory protects this run.
  func save(_ rooms: Set<RoomID>) {
    guard saved.withLock({ !$0.isSuperset(of: rooms) }) else { return }
    do {
      try directory.withLock(Self.lock) {
        let all = rooms.union(try read())
        try directory.write(all.sorted { $0.rawValue < $1.rawValue }, to: Self.name)
        saved.withLock { $0 = all }
      }
    } catch {
      // Retried with the next change.
    }
  }

  private func read() throws(StorageError) -> Set<RoomID> {
    let rooms = try directory.read(
      [RoomID].self, from: Self.name, toGoOn: "and send unencrypted messages to the rooms it lists")
    return Set(rooms ?? [])
  }
}
