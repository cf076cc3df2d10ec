import HTTPTypes
import ModelKit
import NIOCore

extension Media {
  /// The maximum number of reserved ids of a user.
  private static let maximumReserved = 100
  /// The lifetime of a reserved id, in milliseconds.
  private static let reservation: Int64 = 24 * 60 * 60 * 1000

  /// Source: Matrix client-server API, `POST /_matrix/media/v3/upload`.
  func upload(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = MediaID()
    try await receive(request, requester) { file, size in
      try await keep(file, size, of: request, requester, as: id)
    }
    return response(id)
  }

  /// Source: Matrix client-server API, `POST /_matrix/media/v1/create`.
  func reserve(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = MediaID()
    let now = configuration.clock.now()
    let reserved = ReservedMedia(user: requester.user, expires: now + Self.reservation)
    try await store.write { context in
      try ReservedMediaRows.insert(
        id, reserved, now: now, limit: Self.maximumReserved, in: context.database)
    }
    return response(id, expires: reserved.expires)
  }

  /// The first complete upload counts: one whose connection died, but is still open here, must not keep its
  /// client from uploading again.
  ///
  /// Source: Matrix client-server API, `PUT /_matrix/media/v3/upload/{serverName}/{mediaId}`.
  func uploadReserved(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = try id(in: request)
    try await checkReservation(id, requester)
    try await receive(request, requester) { file, size in
      try await exclusively(id) {
        try await checkReservation(id, requester)
        try await keep(file, size, of: request, requester, as: id)
      }
    }
    arrivals.tell(id)
    return .empty
  }

  private func checkReservation(_ id: MediaID, _ requester: Requester) async throws {
    let (isThere, reserved) = try await store.read {
      (try MediaRows.find(id, in: $0) != nil, try ReservedMediaRows.find(id, in: $0))
    }
    if isThere { throw MatrixError.cannotOverwrite }
    guard let reserved, reserved.expires > configuration.clock.now() else {
      throw MatrixError.noContent
    }
    guard reserved.user == requester.user else {
      throw MatrixError.forbidden("the id belongs to another user")
    }
  }

  /// Writes a body to a file, which `keep` makes the content of an id.
  private func receive(
    _ request: Request, _ requester: Requester,
    keep: (MediaFolder.Incoming, _ size: Int) async throws -> Void
  ) async throws {
    await recovery.value
    let upload = try await uploads.enter(requester.user)
    defer { withExtendedLifetime(upload) {} }
    try await checkDeclaredSize(request, requester)
    let file = try await folder.begin()
    do {
      try await keep(file, copyBody(of: request, to: file))
    } catch {
      await folder.end(file)
      throw error
    }
    await folder.end(file)
  }

  private func keep(
    _ file: MediaFolder.Incoming, _ size: Int, of request: Request, _ requester: Requester,
    as id: MediaID
  ) async throws {
    do {
      try await folder.keep(file, as: id)
      try await record(
        StoredMedia(
          id: id, user: requester.user,
          type: request.headers[.contentType].flatMap(MediaType.init) ?? .unknown,
          name: request.argument("filename").flatMap(FileName.init), size: size,
          created: configuration.clock.now()))
    } catch {
      await folder.remove(id)
      throw error
    }
    await folder.settle(id)
  }

  private func checkDeclaredSize(_ request: Request, _ requester: Requester) async throws {
    let declared = request.rawBody.declaredLength ?? 0
    guard declared <= configuration.uploadLimit else {
      throw MatrixError.tooLarge("the content is too large")
    }
    try await store.read { [configuration] database in
      try MediaRows.check(declared, of: requester.user, configuration, in: database)
    }
    guard try await folder.freeSpace() - declared >= configuration.diskFloor else {
      throw MatrixError.noSpace("the server's disk is nearly full: it takes no more content")
    }
  }

  private func copyBody(of request: Request, to file: MediaFolder.Incoming) async throws -> Int {
    var size = 0
    try await request.rawBody.forEachChunk(limit: configuration.uploadLimit) { piece in
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

  private func response(_ id: MediaID, expires: Int64? = nil) -> Response {
    .json(
      JSONWriter.object { writer in
        writer.member("content_uri", "mxc://\(configuration.serverName)/\(id.text)")
        if let expires { writer.member("unused_expires_at", expires) }
      })
  }

  /// The id in a path; an id of another server and an invalid id are not found.
  func id(in request: Request) throws -> MediaID {
    guard try request.parameter("server") == configuration.serverName,
      let id = MediaID(try request.parameter("media"))
    else { throw MatrixError.noContent }
    return id
  }
}
