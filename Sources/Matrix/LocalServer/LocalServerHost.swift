package import Controllers

/// The process of this machine's server: finds it, starts it, and knows who may register.
///
/// Calls block briefly on files, never on the network. Any thread may call.
package protocol LocalServerHost: Sendable {
  /// The server that runs now; nil when none runs or it does not serve yet.
  func running() -> LocalServer?

  /// Finds the running server or starts one, and waits until it serves.
  ///
  /// Fails with the operation `.startServer` and `.serverFailed`, `.timedOut`, `.storage` or
  /// `.cancelled`.
  func start() async throws(RequestError) -> LocalServer

  /// The token with which the server's owner makes accounts; nil when there is none.
  func registrationToken() -> Secret<String>?
}

/// The address and name of this machine's server.
package struct LocalServer: Hashable, Sendable {
  /// Where the server listens.
  package let address: ServerAddress
  /// The server name in its ids.
  package let name: String

  /// Makes the description of a server.
  package init(address: ServerAddress, name: String) {
    self.address = address
    self.name = name
  }
}
