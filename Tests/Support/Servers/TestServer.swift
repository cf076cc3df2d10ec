import Foundation

/// A real Matrix server for the tests.
package struct TestServer: Sendable {
  /// The server implementation; the scripts of both have the same interface.
  package enum Kind: String, CaseIterable, Sendable {
    case synapse, homeserver

    /// The server kind of the current test run.
    ///
    /// `CHATTUI_SERVER` names it when a test needs only one server.
    package static let current =
      ProcessInfo.processInfo.environment["CHATTUI_SERVER"].flatMap(Kind.init) ?? .synapse

    /// The script that starts and stops servers of this kind.
    package var script: String {
      URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scripts/\(rawValue)").path
    }

    /// The prefix of its environment variables.
    package var prefix: String { "CHATTUI_\(rawValue.uppercased())_" }

    /// The server of this kind that `Scripts/test` started; nil when there is none.
    ///
    /// Tests share it: none of them may stop it or assume exclusive use.
    package var shared: TestServer? {
      TestServer(kind: self, variables: ProcessInfo.processInfo.environment)
    }
  }

  /// The initial accounts.
  package enum Person: String, CaseIterable {
    case ada, grace, linus, bot
  }

  /// The server of the current test run; nil when there is none.
  package static let shared = Kind.current.shared

  /// All running servers, for tests that must hold on each.
  package static let all = Kind.allCases.compactMap(\.shared)

  package let kind: Kind
  package private(set) var url: String

  /// The shared password of all accounts.
  package let password: String

  /// Reads the variables of its script; nil when they are incomplete.
  package init?(kind: Kind, variables: [String: String]) {
    guard let url = variables[kind.prefix + "URL"],
      let password = variables[kind.prefix + "PASSWORD"]
    else { return nil }
    self.kind = kind
    self.url = url
    self.password = password
  }

  /// The same server at another address.
  package func behind(_ url: String) -> TestServer {
    var server = self
    server.url = url
    return server
  }

  /// A new client of one of the initial accounts.
  package func client(_ person: Person) throws -> MatrixClient {
    try MatrixClient(homeserver: url, name: person.rawValue, password: password)
  }

  /// A client of a new account with an unused name.
  package func newAccount() throws -> MatrixClient {
    let name = "guest-\(UUID().uuidString.prefix(13).lowercased())"
    return try MatrixClient(registering: name, password: password, homeserver: url)
  }
}

extension TestServer: CustomStringConvertible {
  package var description: String { kind.rawValue }
}
