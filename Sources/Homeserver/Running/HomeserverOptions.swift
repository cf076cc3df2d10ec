import MatrixGrammar

/// The settings of a homeserver.
public struct HomeserverOptions: Sendable {
  /// Who may register an account.
  public enum Registration: Sendable, Hashable {
    /// Everybody who reaches the server.
    case open
    /// Whoever can read the token in the data folder: the user who runs the server.
    case owner
  }

  /// The folder of all data; the server creates it when it is missing.
  public var dataDirectory: String
  /// The part of every id after the colon.
  ///
  /// It is stored with the data: nil takes the stored name, or `localhost` for new data.
  public var serverName: String?
  /// The address to listen on.
  public var address = "127.0.0.1"
  /// The port to listen on; 0 lets the system choose.
  public var port = 8008
  /// Who may register an account.
  public var registration = Registration.owner
  /// The exact origins of the web clients that may use the server: `https://app.example`.
  public var allowedOrigins: Set<String> = []
  /// Whether the server slows down clients that send too many requests in a short time.
  public var limitsRates = true
  /// Whether new accounts get a guide and a companion that replies.
  public var welcomes = true

  /// The default settings for a data folder.
  public init(dataDirectory: String) {
    self.dataDirectory = dataDirectory
  }

  /// Whether only this machine can reach an address.
  public static func isLoopback(_ address: String) -> Bool {
    Loopback.isHost(address)
  }
}
