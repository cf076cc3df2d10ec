import Glibc
import Synchronization

/// A Matrix homeserver for the people on one machine: no federation, no outgoing connections.
///
/// It serves the client-server API over plain HTTP, on the loopback interface unless the options
/// name another address, and keeps all its data in one folder, which it locks. Start a server once;
/// any task may call its methods.
public final class Homeserver: Sendable {
  private let folder: DataFolder
  private let configuration: HomeserverConfiguration
  private let http: HTTPServer
  /// Handles all requests; tests call it without a connection.
  let router: Router
  let store: Store
  let accounts: Accounts
  let rooms: Rooms
  private let echo: EchoLoop?
  private let log: @Sendable (String) -> Void
  private let echoTask = Mutex<Task<Void, Never>?>(nil)

  /// Opens the data folder, or creates it.
  ///
  /// - Parameter log: Receives one line for each failure in the server and for each message that
  ///   somebody reports, without user content; any thread may call it.
  /// - Throws: `HomeserverError`, or the error of SQLite.
  public init(
    _ options: HomeserverOptions, log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.log = log
    let database = options.dataDirectory + "/homeserver.sqlite"
    // A first start that cannot listen leaves no data, in which the server's name would be fixed.
    if access(database, F_OK) != 0 { try HTTPServer.tryAddress(of: options) }
    folder = try DataFolder(options.dataDirectory)
    let feed = Feed()
    let companion = options.welcomes ? Companion() : nil
    store = try Store(
      path: database,
      onCommit: { commit in
        feed.publish(commit)
        companion?.hear(commit)
      })
    feed.restore(try store.statuses())
    configuration = try HomeserverConfiguration(options, store: store)
    rooms = Rooms(store: store, configuration: configuration)
    echo = companion.map { [store, rooms] in
      EchoLoop(store: store, rooms: rooms, feed: feed, companion: $0, log: log)
    }
    accounts = Accounts(
      store: store, profileListener: Welcome(rooms: rooms, companion: companion),
      configuration: configuration)
    let syncing = Syncing(store: store, feed: feed, configuration: configuration)
    let parts = [
      accounts.routes, rooms.routes, syncing.routes,
      SlidingSync(store: store, feed: feed, configuration: configuration).routes,
      History(store: store, configuration: configuration).routes,
      AccountData(store: store).routes,
      PresenceEndpoints(store: store, feed: feed, configuration: configuration).routes,
      SharedRooms(store: store).routes,
      Reports(store: store, configuration: configuration, log: log).routes,
      try Media(store: store, configuration: configuration).routes,
    ]
    router = Router(
      parts.flatMap { $0 }, authenticator: accounts, memory: configuration.memory,
      bodyMemory: configuration.bodyMemory, log: log)
    var settings = HTTPSettings()
    settings.address = options.address
    settings.port = options.port
    settings.allowedOrigins = options.allowedOrigins
    http = HTTPServer(settings, log: log) { [router] in await router.respond(to: $0) }
  }

  /// Starts to listen, writes the address to the lock file, and returns it.
  ///
  /// - Throws: `HomeserverError.cannotListen`, for example while the port is in use.
  public func start() async throws -> String {
    if let echo {
      // Before any user can take its name.
      try await echo.prepare()
      let task = Task { await echo.run() }
      echoTask.withLock { $0 = task }
    }
    let port = try await http.start()
    let host =
      configuration.address.contains(":") ? "[\(configuration.address)]" : configuration.address
    let address = "http://\(host):\(port)"
    try folder.announce(
      RunningServer(
        address: address, process: Int(getpid()), serverName: configuration.serverName))
    return address
  }

  /// Ends waiting requests, finishes the others, and closes the data.
  public func stop() async {
    echoTask.withLock { $0 }?.cancel()
    await http.stop()
    // A write in progress is rolled back when the data are opened again.
    try? store.close()
  }

  /// The server that uses a data folder now, in any process; nil when there is none.
  public static func running(in dataDirectory: String) -> RunningServer? {
    DataFolder.running(in: dataDirectory)
  }

  /// Whether a server uses a data folder now, in any process.
  public static func use(of dataDirectory: String) -> FolderUse {
    DataFolder.use(of: dataDirectory)
  }

  /// The token that allows its reader to register accounts; nil when the folder has none.
  public static func registrationToken(in dataDirectory: String) -> String? {
    RegistrationToken.read(in: dataDirectory)
  }
}

extension HomeserverConfiguration {
  /// The options, completed by the stored data.
  init(_ options: HomeserverOptions, store: Store) throws {
    self.init(dataDirectory: options.dataDirectory)
    serverName = try store.serverName(asked: options.serverName)
    address = options.address
    port = options.port
    limitsRates = options.limitsRates
    switch options.registration {
    case .open: registration = .open
    case .owner: registration = .token(try RegistrationToken.load(in: options.dataDirectory))
    }
  }
}
