import MatrixWire
import ModelKit
import Synchronization

/// Lets a request pass only with a further proof, for which the client is asked.
///
/// Each request that is guarded so asks for one stage. What is under way is kept in memory: after a
/// restart clients begin again.
///
/// Source: Matrix client-server API, "User-interactive authentication API".
final class InteractiveAuthentication: Sendable {
  /// A proof: what it is called, and whether one is good.
  struct Stage: Sendable {
    let type: String
    let isPassed: @Sendable (RawAuthentication) async throws -> Bool
  }

  private struct Session {
    /// The hash of what it is for; it is good for nothing else.
    let purpose: TokenHash
    /// Milliseconds since 1970.
    let expires: Int64
  }

  /// How long a client has for it, in milliseconds.
  private static let lifetime: Int64 = 600_000

  private let clock: WallClock
  private let capacity: Int
  private let sessions = Mutex<[String: Session]>([:])

  /// - Parameter capacity: How many sessions are kept; the oldest ones make way.
  init(clock: WallClock, capacity: Int = 1000) {
    self.clock = clock
    self.capacity = capacity
  }

  /// Acts, if the client has proved itself; else answers with what is asked for.
  ///
  /// A proof holds for the one action that comes with it. When that fails the client shows it again,
  /// in the same session: what can be wrong with a request is checked before.
  ///
  /// - Parameter purpose: What is asked for by whom; a session holds for the same purpose only.
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
      throw MatrixError.invalid("this kind of authentication was not asked for")
    }
    guard try await stage.isPassed(auth) else {
      return challenge(stage, session: id, completed: [], refusal: "the authentication failed")
    }
    let response = try await action()
    sessions.withLock { $0[id] = nil }
    return response
  }

  private func begin(_ purpose: TokenHash) -> String {
    let id = RandomText.opaque()
    let now = clock.now()
    sessions.withLock { sessions in
      if sessions.count >= capacity { makeRoom(in: &sessions, now) }
      sessions[id] = Session(purpose: purpose, expires: now + Self.lifetime)
    }
    return id
  }

  private func makeRoom(in sessions: inout [String: Session], _ now: Int64) {
    sessions = sessions.filter { $0.value.expires > now }
    guard sessions.count >= capacity else { return }
    let oldest = sessions.sorted { $0.value.expires < $1.value.expires }
    for (id, _) in oldest.prefix(max(capacity / 10, 1)) { sessions[id] = nil }
  }

  private func resume(_ id: String, _ purpose: TokenHash) throws -> String {
    let now = clock.now()
    let isKnown = sessions.withLock { sessions in
      guard let session = sessions[id] else { return false }
      return session.expires > now && session.purpose == purpose
    }
    guard isKnown else { throw MatrixError(400, "M_UNKNOWN", "the session is not known") }
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
  /// Whether it is more than the question what has to be shown.
  var isAttempt: Bool { session != nil || type != nil }
}
