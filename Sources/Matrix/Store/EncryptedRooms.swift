import Controllers
import ModelKit
import Models
import Synchronization

/// The list of rooms that were ever encrypted, in the account's vault; it only grows.
///
/// Several processes may add to it.
final class EncryptedRooms: Sendable {
  /// The file that has the list in earlier versions of the program.
  private static let oldName = "encrypted-rooms.json"
  private static let consequence = "and send unencrypted messages to the rooms it lists"
  private let directory: AccountDirectory
  private let saved = Mutex<Set<RoomID>>([])

  init(_ directory: AccountDirectory) {
    self.directory = directory
  }

  /// Throws `.storage` when the list exists but cannot be read completely.
  func load() throws(RequestError) -> Set<RoomID> {
    do throws(StorageError) {
      let vault = try directory.vault()
      try adoptOldFile(into: vault)
      try checkLosses(of: vault)
      let rooms = Set(try vault.encryptedRooms().compactMap { RoomID($0) })
      saved.withLock { $0 = rooms }
      return rooms
    } catch {
      throw error.requestError(.restore)
    }
  }

  /// Writes the rooms that are new.
  ///
  /// A failure is retried with the next change; until then the list in memory protects this run.
  func save(_ rooms: Set<RoomID>) {
    let new = saved.withLock { rooms.subtracting($0) }
    guard !new.isEmpty, let vault = try? directory.vault(),
      (try? vault.addEncryptedRooms(new.map(\.rawValue))) != nil
    else { return }
    saved.withLock { $0.formUnion(new) }
  }

  private func adoptOldFile(into vault: Vault) throws(StorageError) {
    try directory.moveOut(Self.oldName) { () throws(StorageError) in
      let rooms = try directory.read(
        [RoomID].self, from: Self.oldName, toGoOn: Self.consequence)
      try vault.addEncryptedRooms((rooms ?? []).map(\.rawValue))
    }
  }

  /// A list that a repair could not read completely is an error, never a shorter list.
  private func checkLosses(of vault: Vault) throws(StorageError) {
    for copy in try vault.copiesWithEncryptedRooms() where try directory.contains(copy) {
      throw directory.damaged(
        copy, at: "encrypted rooms", "not all are readable", toGoOn: Self.consequence)
    }
  }
}
