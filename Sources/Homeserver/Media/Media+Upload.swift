import HTTPTypes
import ModelKit
import NIOCore

extension Media {
  /// How many ids without content a user may have.
  private static let maximumReserved = 100
  /// How long an id waits for its content, in milliseconds.
  private static let reservation: Int64 = 24 * 60 * 60 * 1000

  /// Source: Matrix client-server API, `POST /_matrix/media/v3/upload`.
  func upload(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = MediaID()
    try await receive(request, requester, as: id)
    return .json(object(uri(of: id)))
  }

  /// Source: Matrix client-server API, `POST /_matrix/media/v1/create`.
  func reserve(_ requester: Requester) async throws -> Response {
    let id = MediaID()
    let now = configuration.clock.now()
    let reserved = ReservedMedia(user: requester.user, expires: now + Self.reservation)
    try await store.write { context in
      try ReservedMediaRows.insert(
        id, reserved, now: now, limit: Self.maximumReserved, in: context.database)
    }
    return .json(object(uri(of: id), expires: reserved.expires))
  }

  /// Source: Matrix client-server API, `PUT /_matrix/media/v3/upload/{serverName}/{mediaId}`.
  func uploadReserved(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = try id(in: request)
    try await exclusively(id) {
      try await checkReservation(id, requester)
      try await receive(request, requester, as: id)
    }
    arrivals.tell(id)
    return .empty
  }

  private func checkReservation(_ id: MediaID, _ requester: Requester) async throws {
    let (isThere, reserved) = try await store.read { database in
      (
        try MediaRows.find(id, in: database) != nil,
        try ReservedMediaRows.find(id, in: database)
      )
    }
    if isThere { throw MatrixError.cannotOverwrite }
    guard let reserved, reserved.expires > configuration.clock.now() else {
      throw MatrixError.noContent
    }
    guard reserved.user == requester.user else {
      throw MatrixError.forbidden("another user made this id")
    }
  }

  /// Stores a body as the content of an id.
  private func receive(_ request: Request, _ requester: Requester, as id: MediaID) async throws {
    await recovery.value
    let upload = try await uploads.enter(requester.user)
    defer { withExtendedLifetime(upload) {} }
    try await checkDeclaredSize(request, requester)
    let file = try await folder.begin()
    do {
      let size = try await copyBody(of: request, to: file)
      try await folder.keep(file, as: id)
      try await record(
        StoredMedia(
          id: id, user: requester.user,
          type: request.headers[.contentType].flatMap(MediaType.init) ?? .unknown,
          name: request.argument("filename").flatMap(FileName.init), size: size,
          created: configuration.clock.now()))
    } catch {
      await folder.remove(id)
      await folder.end(file)
      throw error
    }
    await folder.settle(id)
    await folder.end(file)
  }

  private func checkDeclaredSize(_ request: Request, _ requester: Requester) async throws {
    let declared = request.rawBody.declaredLength ?? 0
    guard declared <= configuration.uploadLimit else { throw MatrixError.uploadTooLarge }
    try await store.read { [configuration] database in
      try MediaRows.check(declared, of: requester.user, configuration, in: database)
    }
    guard try await folder.freeSpace() - declared >= configuration.diskFloor else {
      throw MatrixError.noSpace("the disk of the server is nearly full: no content is taken")
    }
  }

  private func copyBody(of request: Request, to file: MediaFolder.Incoming) async throws -> Int {
    var size = 0
    try await request.forEachBodyChunk(limit: configuration.uploadLimit) { piece in
      try await folder.append(piece, to: file)
      size += piece.readableBytes
    }
    return size
  }

  private func record(_ media: StoredMedia) async throws {
    try await store.write { [configuration] context in
      try MediaRows.insert(media, configuration, in: context.database)
      try ReservedMediaRows.remove(media.id, in: context.database)
    }
  }

  private func uri(of id: MediaID) -> String { "mxc://\(configuration.serverName)/\(id.text)" }

  private func object(_ uri: String, expires: Int64? = nil) -> [UInt8] {
    JSONWriter.object { writer in
      writer.member("content_uri", uri)
      if let expires { writer.member("unused_expires_at", expires) }
    }
  }

  /// The id that a path names; what is of another server, or cannot be an id, is not found.
  func id(in request: Request) throws -> MediaID {
    guard try request.parameter("server") == configuration.serverName,
      let id = MediaID(try request.parameter("media"))
    else { throw MatrixError.noContent }
    return id
  }
}

extension MatrixError {
  static let uploadTooLarge = MatrixError.tooLarge("the content is too large")
}
