import Foundation

/// The Matrix server that the tests talk to.
struct SynapseServer: Sendable {
  /// The accounts that are there from the start.
  enum Person: String, CaseIterable {
    case ada, grace, linus, bot
  }

  /// The server of the whole test run, which `Scripts/test` starts; nil when there is none.
  ///
  /// Tests share it: none of them may stop it or count on being alone.
  static let shared: SynapseServer? = {
    let variables = ProcessInfo.processInfo.environment
    guard let url = variables["CHATTUI_SYNAPSE_URL"],
      let password = variables["CHATTUI_SYNAPSE_PASSWORD"]
    else { return nil }
    return SynapseServer(url: url, password: password)
  }()

  let url: String

  /// The password of all the accounts.
  let password: String

  /// A new client of one of the accounts.
  func client(_ person: Person) throws -> SynapseClient {
    try SynapseClient(homeserver: url, name: person.rawValue, password: password)
  }

  /// A client of a new account whose name nobody has.
  func newAccount() throws -> SynapseClient {
    let name = "guest-\(UUID().uuidString.prefix(13).lowercased())"
    return try SynapseClient(registering: name, password: password, homeserver: url)
  }
}
