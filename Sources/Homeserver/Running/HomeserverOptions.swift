import MatrixGrammar

/// What a homeserver is told when it starts.
package struct HomeserverOptions: Sendable {
  /// Who may make an account.
  package enum Registration: Sendable, Hashable {
    /// Everybody who reaches the server.
    case open
    /// Who can read the token that the server keeps in its data folder: the user that runs it.
    case owner
  }

  /// The folder of all data; it is made where it is missing.
  package var dataDirectory: String
  /// What stands behind the colon of ids.
  ///
  /// It is kept with the data: nil takes what they say, or `localhost` when they are new.
  package var serverName: String?
  /// The address to listen on.
  package var address = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose.
  package var port = 8008
  package var registration = Registration.owner
  /// The web clients that may use the server, by their exact origins: `https://app.example`.
  package var allowedOrigins: Set<String> = []
  /// Whether clients are held up that try too much in a short time.
  package var limitsRates = true
  /// Whether newcomers find a guide and a companion that answers.
  package var welcomes = true

  package init(dataDirectory: String) {
    self.dataDirectory = dataDirectory
  }

  /// Whether only this machine reaches an address.
  package static func isLoopback(_ address: String) -> Bool {
    Loopback.isHost(address)
  }
}
