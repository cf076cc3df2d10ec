import Foundation

/// The stub authentication service of a Synapse that leaves sign-in to it, and its Synapse.
///
/// Whoever comes to its pages says who they are.
package final class AuthenticationService {
  /// A session as the service knows it.
  package struct Session: Decodable, Equatable {
    package let device: String
    /// Whether it has not been ended.
    package let isActive: Bool
    /// How many refresh tokens it has used up.
    package let refreshes: Int
    /// Whether a refresh token came a second time.
    package let hasReuse: Bool
    /// Whether a client has come to Synapse with the newest access token.
    package let isNewestUsed: Bool
  }

  /// An unsuccessful response.
  package struct Failure: Error {
    package let action: String
    package let status: Int
    package let body: String
  }

  private let synapse: PrivateServer

  /// Starts a Synapse with it, without accounts.
  package init() throws {
    synapse = try PrivateServer(.synapse, settings: ["CHATTUI_SYNAPSE_SIGN_IN": "oauth"])
  }

  /// The Synapse; it has no passwords.
  package var server: TestServer { synapse.server }

  /// The seconds that access tokens are valid from now on.
  package func setLifetime(seconds: Int) throws {
    try call("POST", "test/lifetime", ["seconds": "\(seconds)"])
  }

  /// Lets Synapse wait until it learns whose tokens are, or go on.
  package func setHold(_ isOn: Bool) throws {
    try call("POST", "test/hold", ["on": isOn ? "yes" : "no"])
  }

  /// Another client of a person, whose account is made if there is none.
  package func signIn(as name: String) throws -> MatrixClient {
    struct Tokens: Decodable { let access_token: String }
    let data = try call("POST", "test/session", ["name": name])
    return MatrixClient(
      homeserver: server.url, userID: "@\(name):localhost",
      token: try JSONDecoder().decode(Tokens.self, from: data).access_token)
  }

  /// Enters the code that a program shows, as a person.
  package func enter(_ code: String, as name: String) throws {
    try call("GET", "link", ["code": code, "name": name])
  }

  /// The sessions of a person, oldest first.
  package func sessions(of name: String) throws -> [Session] {
    struct Response: Decodable { let sessions: [Session] }
    let data = try call("GET", "test/sessions", ["name": name])
    return try JSONDecoder().decode(Response.self, from: data).sessions
  }

  /// Ends the session of a device, as its user does on the account's page.
  package func end(_ device: String) throws {
    try call("POST", "test/end", ["device": device])
  }

  @discardableResult
  private func call(_ method: String, _ path: String, _ items: [String: String]) throws -> Data {
    let query = items.map { "\($0)=\($1.escapedForPath)" }.joined(separator: "&")
    let response = try LoopbackHTTP.send(method, "\(server.url)/_oauth/\(path)?\(query)")
    guard response.status == 200 else {
      throw Failure(
        action: path, status: response.status,
        body: String(decoding: response.body, as: UTF8.self))
    }
    return response.body
  }
}
