import HTTPTypes
import ModelKit

extension Media {
  /// The time to wait for content that is not uploaded yet, in milliseconds.
  private static let standardWait = 20_000
  private static let maximumWait = 60_000

  /// Source: Matrix client-server API, `GET /_matrix/client/v1/media/download`.
  func download(_ request: Request) async throws -> Response {
    let media = try await content(request)
    let name = request.parameters["name"].flatMap(FileName.init) ?? media.name
    let path = folder.path(of: media.id)
    var response = Response(body: .file(path: path, size: media.size))
    response.contentType = media.type.served.text
    response.headers = Self.headers(name: name)
    return response.cut(to: ByteRange(request.headers, of: media), of: media, at: path)
  }

  /// Source: Matrix client-server API, `GET /_matrix/client/v1/media/thumbnail`.
  func thumbnail(_ request: Request) async throws -> Response {
    let shape = try ThumbnailShape(request)
    let media = try await content(request)
    let bytes = try await thumbnailer.thumbnail(at: folder.path(of: media.id), shape: shape)
    var response = Response(body: .bytes(bytes))
    response.contentType = "image/png"
    response.headers = Self.headers(name: FileName("thumbnail.png"))
    return response
  }

  /// The content that a path names; waits for the content of a reserved id.
  private func content(_ request: Request) async throws -> StoredMedia {
    let id = try id(in: request)
    let wait = try wait(in: request)
    if let media = try await find(id) { return media }
    // The second look finds an upload that ended before the listener existed.
    let arrival = try arrivals.expect(id, milliseconds: wait)
    defer { arrivals.forget(arrival) }
    if let media = try await find(id) { return media }
    _ = await arrival.next()
    guard let media = try await find(id) else { throw MatrixError.notYetUploaded }
    return media
  }

  /// Stored content; nil for a reserved id without content.
  private func find(_ id: MediaID) async throws -> StoredMedia? {
    let now = configuration.clock.now()
    let media: StoredMedia? = try await store.read { database in
      if let media = try MediaRows.find(id, in: database) { return media }
      guard let reserved = try ReservedMediaRows.find(id, in: database), reserved.expires > now
      else { throw MatrixError.noContent }
      return nil
    }
    guard let media else { return nil }
    guard try await folder.holds(id, size: media.size) else { throw MatrixError.noContent }
    return media
  }

  private func wait(in request: Request) throws -> Int {
    guard let text = request.argument("timeout_ms") else { return Self.standardWait }
    guard let wait = Int(text), wait >= 0 else {
      throw MatrixError.invalid("'timeout_ms' is not a number of milliseconds")
    }
    return min(wait, Self.maximumWait)
  }

  /// Keep a browser from running content: it saves the content, and never shows it as a page of this
  /// server.
  ///
  /// Source: Matrix client-server API, "Content repository", security considerations.
  private static func headers(name: FileName?) -> HTTPFields {
    [
      .contentDisposition: FileName.attachment(name),
      .xContentTypeOptions: "nosniff",
      .contentSecurityPolicy:
        "sandbox; default-src 'none'; script-src 'none'; plugin-types application/pdf; "
        + "style-src 'unsafe-inline'; object-src 'self';",
      .crossOriginResourcePolicy: "cross-origin",
      // The content of an id never changes.
      .cacheControl: "private, max-age=86400, immutable",
    ]
  }
}
