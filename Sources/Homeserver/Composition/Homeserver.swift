import Glibc
import Synchronization

/// A Matrix homeserver for the people on one machine: no federation, no outgoing connection.
///
/// It speaks the client-server API over plain HTTP, on loopback unless told otherwise, and keeps all
/// its data in one folder, which it locks. A server is started once.
package final class Homeserver: Sendable {
  private let folder: DataFolder
  private let configuration: HomeserverConfiguration
  private let http: HTTPServer
  /// All that answers requests; tests ask it without a connection.
  let dispatcher: Dispatcher
  let store: Store
  let accounts: Accounts
  let rooms: Rooms
  private let echo: EchoLoop?
  private let log: @Sendable (String) -> Void
  /// What is done beside requests.
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// Opens the data, or makes them.
  ///
  /// - Parameter log: Is told of what goes wrong in the server, a line each, without what people sent.
  /// - Throws: `HomeserverError`, or what SQLite says of its file.
  package init(
    _ options: HomeserverOptions, log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.log = log
    folder = try DataFolder(options.dataDirectory)
    let feed = Feed()
    let companion = options.welcomes ? Companion() : nil
    store = try Store(
      path: folder.path + "/homeserver.sqlite",
      onCommit: { commit in
        feed.publish(commit)
        companion?.hear(commit)
      })
    configuration = try HomeserverConfiguration(options, store: store)
    rooms = Rooms(store: store, configuration: configuration)
    echo = companion.map { [store, rooms] in
      EchoLoop(store: store, rooms: rooms, companion: $0, log: log)
    }
    let newcomers = Newcomers(
      rooms: rooms, welcome: companion.map { [rooms] in Welcome(rooms: rooms, companion: $0) })
    accounts = Accounts(store: store, profileListener: newcomers, configuration: configuration)
    let syncing = Syncing(store: store, feed: feed, configuration: configuration)
    let parts = [
      accounts.routes, rooms.routes, syncing.routes,
      History(store: store, configuration: configuration).routes,
      AccountData(store: store, configuration: configuration).routes,
      try Media(store: store, configuration: configuration).routes,
    ]
    dispatcher = Dispatcher(
      parts.flatMap { $0 }, authenticator: accounts, memory: configuration.memory,
      bodyMemory: configuration.bodyMemory, log: log)
    http = HTTPServer(configuration.http, log: log) { [dispatcher] in await dispatcher.answer($0) }
  }

  /// Listens, and says in the lock file where; returns the base address.
  package func start() async throws -> String {
    if let echo {
      // Before anybody else can take its name.
      try await echo.prepare()
      begin { await echo.run() }
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

  /// Ends what waits, answers what is under way, and closes.
  package func stop() async {
    for task in tasks.withLock({ $0 }) { task.cancel() }
    await http.stop()
    // What did not end in time is cut off with the program.
    try? store.close()
  }

  private func begin(_ work: @escaping @Sendable () async -> Void) {
    tasks.withLock { $0.append(Task { await work() }) }
  }

  /// The server that runs with a folder's data now, whichever process it is.
  package static func running(in dataDirectory: String) -> RunningServer? {
    DataFolder.running(in: dataDirectory)
  }

  /// Whether a server uses a folder now, whichever process it is.
  package static func use(of dataDirectory: String) -> FolderUse {
    DataFolder.use(of: dataDirectory)
  }

  /// What lets the user of a server make accounts on it; nil when its folder has none.
  package static func registrationToken(in dataDirectory: String) -> String? {
    RegistrationToken.read(in: dataDirectory)
  }
}

extension HomeserverConfiguration {
  fileprivate var http: HTTPSettings {
    var settings = HTTPSettings()
    settings.address = address
    settings.port = port
    settings.allowedOrigins = allowedOrigins
    return settings
  }

  /// What was asked for, completed by what the data say.
  init(_ options: HomeserverOptions, store: Store) throws {
    self.init(dataDirectory: options.dataDirectory)
    serverName = try store.serverName(asked: options.serverName)
    address = options.address
    port = options.port
    limitsRates = options.limitsRates
    allowedOrigins = options.allowedOrigins
    switch options.registration {
    case .open: registration = .open
    case .owner: registration = .token(try RegistrationToken.load(in: options.dataDirectory))
    }
  }
}
