import Foundation
import ModelKit
import NIOCore
import Synchronization

@testable import Homeserver

/// The media of a server in its own folder, called without sockets.
final class MediaRig: Sendable {
  /// Accepts a local part as the token of that user.
  private struct Names: Authenticator {
    func requester(token: String) async throws -> Requester {
      guard let user = UserID("@\(token):localhost"), let device = DeviceID("D-\(token)") else {
        throw MatrixError.unknownToken(isSoft: false)
      }
      return Requester(user: user, device: device)
    }
  }

  let root: String
  let store: Store
  let media: Media
  let router: Router
  private let clock: Box<Mutex<Int64>>
  private let ownsRoot: Bool

  /// - Parameter root: A folder that another rig left; a new one when nil.
  init(root: String? = nil, configure: (inout HomeserverConfiguration) -> Void = { _ in }) throws {
    ownsRoot = root == nil
    self.root =
      root ?? FileManager.default.temporaryDirectory.path + "/media-" + RandomText.opaque()
    try FileManager.default.createDirectory(atPath: self.root, withIntermediateDirectories: true)
    let clock = Box(Mutex<Int64>(1_000_000))
    self.clock = clock
    var configuration = HomeserverConfiguration(dataDirectory: self.root)
    configuration.clock = WallClock { clock.value.withLock { $0 } }
    configure(&configuration)
    store = try Store(path: self.root + "/homeserver.sqlite") { _ in }
    media = try Media(store: store, configuration: configuration)
    router = Router(media.routes, authenticator: Names(), log: { _ in })
  }

  deinit {
    if ownsRoot { try? FileManager.default.removeItem(atPath: root) }
  }

  func advance(milliseconds: Int64) { clock.value.withLock { $0 += milliseconds } }

  /// The file names in a folder of the media.
  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/media/\(folder)").sorted()
  }

  func send(
    _ method: String, _ path: String, query: [(String, String)] = [], as user: String? = "ada",
    type: String? = nil, body: RequestBody = RequestBody(ByteBuffer())
  ) async -> Response {
    await router.respond(
      to: Request(
        method: method, segments: path.split(separator: "/").map(String.init),
        query: query.map { (name: $0.0, value: $0.1) },
        headers: .bearer(user, type: type), remoteAddress: "127.0.0.1", body: body))
  }

  func get(
    _ path: String, query: [(String, String)] = [], as user: String? = "ada"
  ) async -> Response {
    await send("GET", path, query: query, as: user)
  }

  /// Uploads and returns the id after `mxc://localhost/`.
  func upload(
    _ bytes: [UInt8], type: String? = nil, name: String? = nil, as user: String = "ada"
  ) async throws -> String {
    let response = await send(
      "POST", "_matrix/media/v3/upload", query: name.map { [("filename", $0)] } ?? [], as: user,
      type: type, body: RequestBody(ByteBuffer(bytes: bytes)))
    return try response.mediaID()
  }

  func reserve(as user: String = "ada") async throws -> String {
    try await send("POST", "_matrix/media/v1/create", as: user).mediaID()
  }

  func fill(
    _ id: String, _ bytes: [UInt8] = [1, 2, 3], as user: String = "ada",
    server: String = "localhost"
  ) async -> Response {
    await send(
      "PUT", "_matrix/media/v3/upload/\(server)/\(id)", as: user,
      body: RequestBody(ByteBuffer(bytes: bytes)))
  }

  func download(_ id: String, query: [(String, String)] = []) async -> Response {
    await get("_matrix/client/v1/media/download/localhost/\(id)", query: query)
  }

  func thumbnail(_ id: String, _ width: Int, _ height: Int, method: String? = nil) async -> Response
  {
    var query = [("width", String(width)), ("height", String(height))]
    if let method { query.append(("method", method)) }
    return await get("_matrix/client/v1/media/thumbnail/localhost/\(id)", query: query)
  }
}

extension Response {
  /// The bytes of the body, even if it is a file.
  var bytes: [UInt8] {
    get throws {
      switch body {
      case .bytes(let bytes): bytes
      case .file(let path, let size, let start):
        Array(try Data(contentsOf: URL(fileURLWithPath: path)).dropFirst(start).prefix(size))
      }
    }
  }

  var object: JSONObject {
    get throws { try JSONValue.decode(try bytes).object ?? [:] }
  }

  /// The status and errcode of a refusal.
  var refusal: String {
    let code = (try? object)?["errcode"]?.string ?? "none"
    return "\(status) \(code)"
  }

  func header(_ name: String) -> String? { headers.byName[name.lowercased()] }

  fileprivate func mediaID() throws -> String {
    let uri = try object["content_uri"]?.string ?? ""
    let start = "mxc://localhost/"
    guard uri.hasPrefix(start) else { throw MatrixError.notFound("no uri: \(refusal)") }
    return String(uri.dropFirst(start.count))
  }
}
