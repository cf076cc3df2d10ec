import Foundation

/// A real Matrix server that the tests talk to.
package struct TestServer: Sendable {
  /// Which server it is: the scripts of both do the same.
  package enum Kind: String, CaseIterable, Sendable {
    case synapse, homeserver

    /// The server of the test run in progress.
    ///
    /// Where one server is enough, `CHATTUI_SERVER` names it.
    package static let current =
      ProcessInfo.processInfo.environment["CHATTUI_SERVER"].flatMap(Kind.init) ?? .synapse

    /// The script that starts and stops servers of the kind.
    package var script: String {
      URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scripts/\(rawValue)").path
    }

    /// What the names of its variables begin with.
    package var prefix: String { "CHATTUI_\(rawValue.uppercased())_" }

    /// The server of the kind that `Scripts/test` started; nil when there is none.
    ///
    /// Tests share it: none of them may stop it or count on being alone.
    package var shared: TestServer? {
      TestServer(kind: self, variables: ProcessInfo.processInfo.environment)
    }
  }

  /// The accounts that are there from the start.
  package enum Person: String, CaseIterable {
    case ada, grace, linus, bot
  }

  /// The server of the test run in progress; nil when there is none.
  package static let shared = Kind.current.shared

  /// All that were started, for what holds on each.
  package static let all = Kind.allCases.compactMap(\.shared)

  package let kind: Kind
  package private(set) var url: String

  /// The password of all the accounts.
  package let password: String

  /// What the variables of its script tell; nil when they do not.
  package init?(kind: Kind, variables: [String: String]) {
    guard let url = variables[kind.prefix + "URL"],
      let password = variables[kind.prefix + "PASSWORD"]
    else { return nil }
    self.kind = kind
    self.url = url
    self.password = password
  }

  /// The same server, reached by another address.
  package func behind(_ url: String) -> TestServer {
    var server = self
    server.url = url
    return server
  }

  /// A new client of one of the accounts.
  package func client(_ person: Person) throws -> MatrixClient {
    try MatrixClient(homeserver: url, name: person.rawValue, password: password)
  }

  /// A client of a new account whose name nobody has.
  package func newAccount() throws -> MatrixClient {
    let name = "guest-\(UUID().uuidString.prefix(13).lowercased())"
    return try MatrixClient(registering: name, password: password, homeserver: url)
  }
}

extension TestServer: CustomStringConvertible {
  package var description: String { kind.rawValue }
}
