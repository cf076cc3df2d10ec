import LocalSystem
import MatrixWire
import ModelKit
import Synchronization

/// Runs a request only after a further authentication stage.
///
/// Each guarded request has one stage. Sessions are kept in memory; after a restart clients begin
/// again.
///
/// Source: Matrix client-server API, "User-interactive authentication API".
final class InteractiveAuthentication: Sendable {
  /// A stage: its type and its check.
  struct Stage: Sendable {
    let type: String
    let isPassed: @Sendable (RawAuthentication) async throws -> Bool
  }

  private struct Session {
    /// The hash of the only purpose that the session is valid for.
    let purpose: TokenHash
    /// Milliseconds since 1970.
    let expires: Int64
  }

  /// The lifetime of a session, in milliseconds.
  private static let lifetime: Int64 = 600_000

  private let clock: WallClock
  private let sessions: Mutex<LRU<String, Session>>

  /// - Parameter capacity: The most sessions; the oldest ones are evicted.
  init(clock: WallClock, capacity: Int = 1000) {
    self.clock = clock
    sessions = Mutex(LRU(limit: capacity))
  }

  /// Runs the action if the client has passed the stage; otherwise returns the challenge.
  ///
  /// Passing the stage allows one action. If the action fails the client must pass the stage again
  /// in the same session, so callers check the request first.
  ///
  /// - Parameter purpose: The action and its user; a session is valid for one purpose only.
  func run(
    _ auth: RawAuthentication?, for purpose: String, _ stage: Stage,
    then action: () async throws -> Response
  ) async throws -> Response {
    let purpose = TokenHash(of: purpose)
    guard let auth, auth.isAttempt else {
      return challenge(stage, session: begin(purpose), completed: nil)
    }
    let id = try auth.session.map { try resume($0, purpose) } ?? begin(purpose)
    guard let type = auth.type else { return challenge(stage, session: id, completed: []) }
    guard type == stage.type else {
      throw MatrixError.invalid("this authentication type is not offered here")
    }
    guard try await stage.isPassed(auth) else {
      return challenge(stage, session: id, completed: [], refusal: "the authentication failed")
    }
    let response = try await action()
    sessions.withLock { $0.remove(id) }
    return response
  }

  private func begin(_ purpose: TokenHash) -> String {
    let id = RandomText.opaque()
    let now = clock.now()
    let session = Session(purpose: purpose, expires: now + Self.lifetime)
    sessions.withLock { $0.keep(session, for: id, cost: 1) }
    return id
  }

  private func resume(_ id: String, _ purpose: TokenHash) throws -> String {
    let now = clock.now()
    let isKnown = sessions.withLock { sessions in
      guard let session = sessions.use(id) else { return false }
      return session.expires > now && session.purpose == purpose
    }
    guard isKnown else { throw MatrixError(400, "M_UNKNOWN", "unknown authentication session") }
    return id
  }

  private func challenge(
    _ stage: Stage, session: String, completed: [JSONValue]?, refusal: String? = nil
  ) -> Response {
    var body: JSONObject = [
      "session": .string(session), "flows": [["stages": [.string(stage.type)]]], "params": [:],
    ]
    body["completed"] = completed.map(JSONValue.array)
    if let refusal {
      body["errcode"] = "M_FORBIDDEN"
      body["error"] = .string(refusal)
    }
    var response = Response.json(JSONValue.object(body))
    response.status = 401
    return response
  }
}

extension RawAuthentication {
  /// Whether the client attempts a stage rather than asking for the flows.
  var isAttempt: Bool { session != nil || type != nil }
}
