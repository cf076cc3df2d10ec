package import Controllers

extension SessionParts {
  /// The controllers of an account on one store; nothing is asked of the network yet.
  ///
  /// Reads files: never on the main thread. Throws `.storage` when one of them is damaged.
  package init(_ context: SessionContext) throws(RequestError) {
    let store = try AccountStore(userID: context.userID, directory: context.directory)
    let sync = MatrixSyncController(
      network: context.network, store: store, scheduler: context.scheduler,
      revival: context.revival, watch: Self.watch(for: context))
    self.init(
      sync: sync,
      rooms: MatrixRoomsController(network: context.network, store: store),
      timelines: MatrixTimelineController(network: context.network, store: store),
      sender: try MatrixMessageSender(
        network: context.network, store: store, deviceID: context.deviceID,
        connection: sync.connection,
        outbox: context.use == .screen ? .durable(context.directory) : .memory,
        scheduler: context.scheduler),
      profiles: MatrixProfileController(network: context.network, store: store))
  }

  /// Neither sleep nor another network cuts the connection to a server on this machine; a command
  /// ends before.
  private static func watch(for context: SessionContext) -> (any ConnectionWatch)? {
    context.use == .screen && !context.network.isLoopback ? SystemConnectionWatch() : nil
  }
}
