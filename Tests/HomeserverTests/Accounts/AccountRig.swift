import Foundation
import ModelKit
import NIOCore
import Synchronization
import Testing

@testable import Homeserver

/// The account endpoints of a server with its own folder, called without sockets.
final class AccountRig: Sendable {
  /// A decoded response.
  struct Reply: Sendable {
    let status: Int
    let json: JSONValue
    let headers: [String: String]

    var code: String? { json["errcode"]?.string }
  }

  /// What the rig records, and what it reports to the endpoints.
  struct Notes: Sendable {
    var time: Int64 = 1_700_000_000_000
    /// The hashes that passwords were compared with.
    var compared: [String] = []
    var commits: [Commit] = []
    var added: [UserID] = []
    var profileChanges: [UserID] = []
    var deactivated: [UserID] = []
    /// Whether updates of rooms fail.
    var refusesChanges = false
  }

  struct Refusal: Error {}

  private struct Listener: ProfileListener {
    let notes: Box<Mutex<Notes>>

    func userAdded(_ user: UserID, in context: WriteContext) throws {
      try note { $0.added.append(user) }
    }

    func profileChanged(of user: UserID, in context: WriteContext) throws {
      try note { $0.profileChanges.append(user) }
    }

    func userDeactivated(_ user: UserID, in context: WriteContext) throws {
      try note { $0.deactivated.append(user) }
    }

    private func note(_ change: (inout Notes) -> Void) throws {
      try notes.value.withLock { notes in
        if notes.refusesChanges { throw Refusal() }
        change(&notes)
      }
    }
  }

  let folder: String
  let store: Store
  let accounts: Accounts
  let router: Router
  private let notes: Box<Mutex<Notes>>

  /// - Parameters:
  ///   - scheme: Nil for one that costs nothing.
  ///   - routes: Further endpoints.
  init(
    scheme: PasswordScheme? = nil, routes: [Route] = [],
    configure: (inout HomeserverConfiguration) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.path + "/accounts-" + RandomText.opaque()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let notes = Box(Mutex(Notes()))
    self.notes = notes
    var configuration = HomeserverConfiguration(dataDirectory: folder)
    configuration.registration = .open
    configuration.limitsRates = false
    configuration.clock = WallClock { notes.value.withLock { $0.time } }
    configure(&configuration)
    store = try Store(path: folder + "/homeserver.sqlite") { commit in
      notes.value.withLock { $0.commits.append(commit) }
    }
    let scheme =
      scheme
      ?? Self.cheapScheme { hash in
        notes.value.withLock { $0.compared.append(hash) }
      }
    accounts = Accounts(
      store: store, profileListener: Listener(notes: notes), configuration: configuration,
      hasher: PasswordHasher(scheme))
    router = Router(
      accounts.routes + routes, authenticator: accounts, log: { _ in })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func cheapScheme(
    _ note: @escaping @Sendable (String) -> Void
  ) -> PasswordScheme {
    PasswordScheme(
      hash: cheapHash,
      matches: { password, hash in
        note(hash)
        return hash == cheapHash(password)
      }, dummy: "dummy")
  }

  /// A hash that the cheap scheme makes.
  @Sendable
  static func cheapHash(_ password: String) -> String {
    "cheap:" + Sodium.base64(Sodium.hash(password))
  }

  var noted: Notes { notes.value.withLock { $0 } }

  /// The ended devices.
  var endedDevices: Set<Requester> {
    noted.commits.reduce(into: []) { $0.formUnion($1.endedDevices) }
  }

  func advance(milliseconds: Int64) { notes.value.withLock { $0.time += milliseconds } }

  func refuseChanges() { notes.value.withLock { $0.refusesChanges = true } }

  func allowChanges() { notes.value.withLock { $0.refusesChanges = false } }

  /// Sends a request to a path below `/_matrix/client/v3/`, or to a whole path.
  @discardableResult
  func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil, token: String? = nil,
    query: [(String, String)] = [], bytes: [UInt8]? = nil, from address: String = "127.0.0.1",
    machineUser: UInt32? = nil, host: String? = nil
  ) async throws -> Reply {
    let whole = path.hasPrefix("/") ? path : "/_matrix/client/v3/" + path
    var request = Request(
      method: method,
      segments: whole.split(separator: "/").map {
        $0.removingPercentEncoding ?? String($0)
      },
      query: query.map { (name: $0.0, value: $0.1) },
      headers: .bearer(token), remoteAddress: address,
      body: RequestBody(ByteBuffer(bytes: bytes ?? body?.encoded() ?? [])))
    request.host = host
    request.machineUser = { machineUser }
    let response = await router.respond(to: request)
    guard case .bytes(let text) = response.body else { throw Refusal() }
    return Reply(
      status: response.status, json: try JSONValue(text),
      headers: response.headers.byName)
  }

  /// Makes an account and signs it in.
  func register(
    _ name: String, password: String = "pass", _ more: JSONObject = [:]
  ) async throws -> AccountPerson {
    var body: JSONObject = [
      "username": .string(name), "password": .string(password),
      "auth": ["type": "m.login.dummy"],
    ]
    for member in more { body[member.key] = member.value }
    return try AccountPerson(await call("POST", "register", .object(body)), self)
  }

  /// Signs in.
  func signIn(
    _ name: String, password: String = "pass", _ more: JSONObject = [:],
    from address: String = "127.0.0.1", machineUser: UInt32? = nil
  ) async throws -> Reply {
    var body: JSONObject = [
      "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(name)],
      "password": .string(password),
    ]
    for member in more { body[member.key] = member.value }
    return try await call("POST", "login", .object(body), from: address, machineUser: machineUser)
  }
}

/// A signed-in user.
struct AccountPerson: Sendable {
  let rig: AccountRig
  let id: String
  let device: String
  let token: String
  let refreshToken: String?

  init(_ reply: AccountRig.Reply, _ rig: AccountRig) throws {
    self.rig = rig
    try #require(reply.status == 200, "\(reply.json)")
    id = try #require(reply.json["user_id"]?.string)
    device = try #require(reply.json["device_id"]?.string)
    token = try #require(reply.json["access_token"]?.string)
    refreshToken = reply.json["refresh_token"]?.string
  }

  var requester: Requester {
    get throws {
      Requester(user: try #require(UserID(id)), device: try #require(DeviceID(device)))
    }
  }

  @discardableResult
  func call(
    _ method: String, _ path: String, _ body: JSONValue? = nil
  ) async throws -> AccountRig.Reply {
    try await rig.call(method, path, body, token: token)
  }

  /// The status and the error code of `whoami`.
  func whoAmI() async throws -> AccountRig.Reply { try await call("GET", "account/whoami") }

  /// The password authentication that dangerous requests need.
  func proof(_ password: String = "pass", session: String? = nil) -> JSONValue {
    var auth: JSONObject = [
      "type": "m.login.password", "identifier": ["type": "m.id.user", "user": .string(id)],
      "password": .string(password),
    ]
    auth["session"] = session.map(JSONValue.string)
    return .object(auth)
  }
}
