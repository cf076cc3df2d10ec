package import Controllers
import Signals

extension SessionParts {
  /// Makes the controllers of an account on one store, without a network request.
  ///
  /// Reads files, so never call it on the main thread. Throws `.storage` when one of them is
  /// damaged.
  package init(_ context: SessionContext) throws(RequestError) {
    let store = try AccountStore(
      userID: context.userID, directory: context.directory,
      cache: context.use == .screen ? .durable(context.directory) : .memory, ahead: context.ahead)
    // A command needs all rooms and their counts in the first response.
    let sync = MatrixSyncController(
      network: context.network, store: store, scheduler: context.scheduler,
      revival: context.revival, watch: Self.watch(for: context),
      usesSliding: context.use == .screen)
    let places = try MatrixPlacesController(
      in: context.use == .screen ? context.directory : nil, scheduler: context.scheduler)
    self.init(
      sync: sync,
      rooms: MatrixRoomsController(network: context.network, store: store),
      timelines: MatrixTimelineController(network: context.network, store: store),
      sender: try MatrixMessageSender(
        network: context.network, store: store, deviceID: context.deviceID,
        connection: sync.connection,
        outbox: context.use == .screen ? .durable(context.directory) : .memory, places: places,
        scheduler: context.scheduler, decoder: context.decoder),
      profiles: MatrixProfileController(
        network: context.network, store: store, decoder: context.decoder),
      account: MatrixAccountController(network: context.network, user: context.userID),
      alertRules: MatrixAlertRulesController(network: context.network, store: store),
      history: MatrixHistoryController(
        network: context.network, store: store, directory: context.directory),
      places: places)
    if let room = places.kept.openRoom { Self.prepare(room, in: store) }
    if context.use == .screen { Self.checkLater(store) }
  }

  /// Looks through the cache, once the rooms are current, for damage that nothing has met yet.
  private static func checkLater(_ store: AccountStore) {
    _ = store.advances.take(first: 1).subscribe { [weak store] in
      Task { try? await store?.checkFile() }
    }
  }

  /// Reads what the screen asks for first, while that is being built.
  private static func prepare(_ room: OpenRoom, in store: AccountStore) {
    let place = room.message.map { TimelinePlace.message($0) } ?? .newest
    Task { await store.readAhead(.timeline(of: room.room, at: place)) }
  }

  /// Nil where no watch is needed.
  ///
  /// Neither sleep nor a change of network cuts a connection to a server on this machine, and a command
  /// ends before a watch could help.
  private static func watch(for context: SessionContext) -> (any ConnectionWatch)? {
    context.use == .screen && !context.network.isLoopback ? SystemConnectionWatch() : nil
  }
}
