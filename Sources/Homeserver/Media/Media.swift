import ModelKit
import Synchronization

/// The content that users upload: pictures, files, avatars.
///
/// The server never fetches content from elsewhere.
final class Media: Sendable {
  let store: Store
  let configuration: HomeserverConfiguration
  let folder: MediaFolder
  let thumbnailer = Thumbnailer()
  let arrivals = Arrivals()
  /// The reserved ids whose content is being stored.
  private let busy = Mutex<Set<MediaID>>([])
  /// The uploads in progress; more are refused.
  let uploads = WaitQueue<UserID>(.init(total: .max, perKey: maximumUploads, waiting: 0))
  /// The maximum number of simultaneous uploads of a user: each takes disk space until it is checked.
  static let maximumUploads = 16
  /// Cleans up after uploads that the end of the server interrupted; new uploads wait for it.
  let recovery: Task<Void, Never>

  init(store: Store, configuration: HomeserverConfiguration) throws {
    self.store = store
    self.configuration = configuration
    let folder = try MediaFolder(dataDirectory: configuration.dataDirectory)
    self.folder = folder
    let unsettled = try folder.unsettled()
    recovery = Task { await Self.recover(unsettled, store: store, folder: folder) }
  }

  var routes: [Route] {
    [
      Route.user("POST", "media/upload", upload),
      Route.user("POST", "/_matrix/media/v1/create", reserve),
      Route.user("PUT", "/_matrix/media/v3/upload/:server/:media", uploadReserved),
      Route.user("GET", "media/config") { _, _ in self.limits },
      Route.user("GET", "/_matrix/client/v1/media/config") { _, _ in self.limits },
      downloads("/_matrix/client/v1/media/download/:server/:media") { path in
        Route.user("GET", path) { request, _ in try await self.download(request) }
      },
      Route.user("GET", "/_matrix/client/v1/media/thumbnail/:server/:media") { request, _ in
        try await self.thumbnail(request)
      },
      oldLinks,
    ].flatMap { $0 }
  }

  /// The links of old clients and old messages, which have no token.
  private var oldLinks: [Route] {
    // Without a token, the id alone protects content: enough among the users of one machine, not on
    // a network.
    let isServed = HomeserverOptions.isLoopback(configuration.address)
    return [
      downloads("media/download/:server/:media") { path in
        Route.open("GET", path) { request in
          guard isServed else { throw MatrixError.noContent }
          return try await self.download(request)
        }
      },
      Route.open("GET", "media/thumbnail/:server/:media") { request in
        guard isServed else { throw MatrixError.noContent }
        return try await self.thumbnail(request)
      },
    ].flatMap { $0 }
  }

  /// The routes of a path with and without a file name at its end.
  private func downloads(_ path: String, _ route: (String) -> [Route]) -> [Route] {
    route(path) + route(path + "/:name")
  }

  private var limits: Response {
    .json(JSONWriter.object { $0.member("m.upload.size", configuration.uploadLimit) })
  }

  /// Stores the content of an id unless other content of it is being stored.
  func exclusively<Value>(_ id: MediaID, _ body: () async throws -> Value) async throws -> Value {
    guard busy.withLock({ $0.insert(id).inserted }) else { throw MatrixError.cannotOverwrite }
    defer { busy.withLock { _ = $0.remove(id) } }
    return try await body()
  }

  private static func recover(_ ids: [MediaID], store: Store, folder: MediaFolder) async {
    for id in ids {
      // The next start tries again.
      guard let isKnown = try? await store.read({ try MediaRows.find(id, in: $0) != nil }) else {
        continue
      }
      if isKnown { await folder.settle(id) } else { await folder.remove(id) }
    }
  }
}

extension MatrixError {
  static let noContent = MatrixError.notFound("there is no such content")
  static let cannotOverwrite = MatrixError(
    409, "M_CANNOT_OVERWRITE_MEDIA", "this id already has content")
  static let notYetUploaded = MatrixError(
    504, "M_NOT_YET_UPLOADED", "the content has not been uploaded yet")

  /// The server cannot store more content of any user.
  ///
  /// Source: Matrix client-server API, "Common error codes", which wants a contact.
  static func noSpace(_ message: String) -> Self {
    var error = Self(507, "M_RESOURCE_LIMIT_EXCEEDED", message)
    error.members["admin_contact"] = "mailto:root@localhost"
    return error
  }
}
