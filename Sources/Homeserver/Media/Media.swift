import ModelKit
import Synchronization

/// Content that users upload: pictures, files, avatars.
///
/// Only what was uploaded here is served; nothing is ever fetched from elsewhere.
final class Media: Sendable {
  let store: Store
  let configuration: HomeserverConfiguration
  let folder: MediaFolder
  let thumbnailer = Thumbnailer()
  let arrivals = Arrivals()
  /// The ids whose content is just being uploaded.
  private let busy = Mutex<Set<MediaID>>([])
  /// The uploads under way; nobody waits to begin one.
  let uploads = WaitQueue<UserID>(.init(total: .max, perKey: maximumUploads, waiting: 0))
  /// How many uploads of a user may be under way: each may take the disk until it is refused.
  static let maximumUploads = 16
  /// Clears up after uploads that were cut off when the server ended; uploads wait for it.
  let recovery: Task<Void, Never>

  /// Makes the folders that are missing.
  init(store: Store, configuration: HomeserverConfiguration) throws {
    self.store = store
    self.configuration = configuration
    let folder = try MediaFolder(dataDirectory: configuration.dataDirectory)
    self.folder = folder
    let unsettled = try folder.unsettled()
    recovery = Task { await Self.recover(unsettled, store: store, folder: folder) }
  }

  /// All endpoints of content.
  var routes: [Route] {
    [
      Route.user("POST", "media/upload") { try await self.upload($0, $1) },
      Route.user("POST", "/_matrix/media/v1/create") { _, requester in
        try await self.reserve(requester)
      },
      Route.user("PUT", "/_matrix/media/v3/upload/:server/:media") {
        try await self.uploadReserved($0, $1)
      },
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

  /// What old clients and old messages link to: without a token.
  private var oldLinks: [Route] {
    let isServed = servesOldLinks
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

  /// A path with a name of the file at its end and without.
  private func downloads(_ path: String, _ route: (String) -> [Route]) -> [Route] {
    route(path) + route(path + "/:name")
  }

  /// Without tokens, ids are all that protects content: enough between users of one machine, not
  /// in a network.
  var servesOldLinks: Bool {
    configuration.servesOldMediaLinks && HomeserverOptions.isLoopback(configuration.address)
  }

  private var limits: Response {
    .json(JSONWriter.object { $0.member("m.upload.size", configuration.uploadLimit) })
  }

  /// Runs the upload to an id, unless one is under way already.
  func exclusively<Value>(_ id: MediaID, _ body: () async throws -> Value) async throws -> Value {
    guard busy.withLock({ $0.insert(id).inserted }) else { throw MatrixError.cannotOverwrite }
    defer { busy.withLock { _ = $0.remove(id) } }
    return try await body()
  }

  private static func recover(_ ids: [MediaID], store: Store, folder: MediaFolder) async {
    for id in ids {
      // What fails now is tried again at the next start.
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
    409, "M_CANNOT_OVERWRITE_MEDIA", "this id has its content already")
  static let notYetUploaded = MatrixError(
    504, "M_NOT_YET_UPLOADED", "the content has not been uploaded yet")

  /// Nobody can store more, for the sake of the machine.
  ///
  /// Source: Matrix client-server API, "Common error codes", which wants a contact.
  static func noSpace(_ message: String) -> Self {
    var error = Self(507, "M_RESOURCE_LIMIT_EXCEEDED", message)
    error.members["admin_contact"] = "mailto:root@localhost"
    return error
  }
}
