import GRDB

extension Vault {
  /// The ids of the rooms that were ever encrypted.
  func encryptedRooms() throws(StorageError) -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT room FROM encrypted_rooms") }
  }

  /// The copies of damaged vaults that may list more rooms.
  func copiesWithEncryptedRooms() throws(StorageError) -> [String] {
    try read {
      try String.fetchAll($0, sql: "SELECT copy FROM losses WHERE name = 'encrypted_rooms'")
    }
  }

  func addEncryptedRooms(_ rooms: [String]) throws(StorageError) {
    try change(.encryptedRooms) { database in
      let insert = try database.makeStatement(
        sql: "INSERT OR IGNORE INTO encrypted_rooms (room) VALUES (?)")
      for room in rooms { try insert.execute(arguments: [room]) }
    }
  }
}
