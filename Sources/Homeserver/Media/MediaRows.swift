import GRDB

/// The metadata of stored content.
struct StoredMedia: Sendable {
  let id: MediaID
  let user: UserID
  let type: MediaType
  let name: FileName?
  let size: Int
  let created: Int64
}

/// The tables of stored content.
enum MediaRows {
  /// The unit of disk space, in bytes, so that many small files count too.
  private static let block = 4096

  /// The disk space that content of a size counts for.
  static func charge(for size: Int) -> Int { max((size + block - 1) / block, 1) * block }

  static func find(_ id: MediaID, in database: Database) throws -> StoredMedia? {
    let row = try Row.one(
      database, "SELECT user, content_type, file_name, size, created FROM media WHERE id = ?",
      [id.text])
    guard let row else { return nil }
    guard let user = UserID(row["user"]), let type = MediaType(row["content_type"]) else {
      throw DamagedRow(table: "media", key: id.text)
    }
    return StoredMedia(
      id: id, user: user, type: type, name: (row["file_name"] as String?).flatMap(FileName.init),
      size: row["size"], created: row["created"])
  }

  /// Adds content.
  ///
  /// - Throws: As `check`.
  static func insert(
    _ media: StoredMedia, _ configuration: HomeserverConfiguration, in database: Database
  ) throws {
    let charge = charge(for: media.size)
    try check(media.size, of: media.user, configuration, in: database)
    try database.run(
      """
      INSERT INTO media (id, user, content_type, file_name, size, created)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [media.id.text, media.user, media.type.text, media.name?.text, media.size, media.created])
    try database.run(
      """
      INSERT INTO media_use (user, bytes, files) VALUES (?, ?, 1)
      ON CONFLICT (user) DO UPDATE SET bytes = bytes + excluded.bytes, files = files + 1
      """, [media.user, charge])
  }

  /// Checks that content of a size may be added.
  ///
  /// - Throws: `M_FORBIDDEN` beyond the limit of the user, `M_RESOURCE_LIMIT_EXCEEDED` beyond the limit
  ///   of all users.
  static func check(
    _ size: Int, of user: UserID, _ configuration: HomeserverConfiguration, in database: Database
  ) throws {
    let own = try Int.one(database, "SELECT bytes FROM media_use WHERE user = ?", [user])
    guard charge(for: size) <= configuration.mediaLimit - (own ?? 0) else {
      throw MatrixError.forbidden("this user cannot store more content")
    }
    let all = try Int.one(database, "SELECT SUM(bytes) FROM media_use")
    guard charge(for: size) <= configuration.mediaTotal - (all ?? 0) else {
      throw MatrixError.noSpace("this server cannot store more content")
    }
  }
}

/// An id that a client reserved before its upload.
struct ReservedMedia: Sendable {
  let user: UserID
  /// Milliseconds since 1970.
  let expires: Int64
}

/// The table of reserved ids.
enum ReservedMediaRows {
  static func find(_ id: MediaID, in database: Database) throws -> ReservedMedia? {
    let row = try Row.one(
      database, "SELECT user, expires FROM reserved_media WHERE id = ?", [id.text])
    guard let row else { return nil }
    guard let user = UserID(row["user"]) else {
      throw DamagedRow(table: "reserved_media", key: id.text)
    }
    return ReservedMedia(user: user, expires: row["expires"])
  }

  /// Adds an id, and removes the expired ones of the user.
  ///
  /// - Throws: `M_LIMIT_EXCEEDED` when the user has too many.
  static func insert(
    _ id: MediaID, _ reserved: ReservedMedia, now: Int64, limit: Int, in database: Database
  ) throws {
    let user = reserved.user.rawValue
    try database.run("DELETE FROM reserved_media WHERE user = ? AND expires <= ?", [user, now])
    let row = try Row.one(
      database, "SELECT count(*) AS count, min(expires) AS next FROM reserved_media WHERE user = ?",
      [user])
    if let row, (row["count"] as Int) >= limit, let next = row["next"] as Int64? {
      throw MatrixError.limited(retryAfter: Int(next - now))
    }
    try database.run(
      "INSERT INTO reserved_media (id, user, expires) VALUES (?, ?, ?)",
      [id.text, user, reserved.expires])
  }

  static func remove(_ id: MediaID, in database: Database) throws {
    try database.run("DELETE FROM reserved_media WHERE id = ?", [id.text])
  }
}
