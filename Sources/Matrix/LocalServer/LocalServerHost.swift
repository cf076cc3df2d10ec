package import Controllers

/// The server of this machine as a process: finds it, starts it, and knows who may register.
///
/// Calls block on files for moments, never on the network. Any thread may call.
package protocol LocalServerHost: Sendable {
  /// The server that runs now; nil when there is none, or it does not serve yet.
  func running() -> LocalServer?

  /// Finds the server that runs or starts one, and waits until it serves.
  ///
  /// Fails with the operation `.startServer` and `.serverFailed`, `.timedOut`, `.storage` or
  /// `.cancelled`.
  func start() async throws(RequestError) -> LocalServer

  /// What lets the owner of the server make accounts; nil when it has none.
  func registrationToken() -> Secret<String>?
}

/// Where a server of this machine is found.
package struct LocalServer: Hashable, Sendable {
  package let address: ServerAddress
  /// The name in its ids.
  package let name: String

  package init(address: ServerAddress, name: String) {
    self.address = address
    self.name = name
  }
}
