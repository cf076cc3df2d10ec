package import Controllers
package import Models
package import Signals

/// What runs the session: the whole screen, or one command that ends soon.
package enum SessionUse: Hashable, Sendable {
  /// Only one screen at a time may use an account; it alone keeps unsent messages on disk.
  case screen
  case command
}

/// What the controllers of a session are made from.
package struct SessionContext: Sendable {
  package let userID: UserID
  /// Transaction ids hold for one device.
  package let deviceID: String
  package let network: MatrixNetworkController
  package let directory: AccountDirectory
  package let scheduler: any Scheduler
  package let use: SessionUse
  /// Nil for a server that others run.
  package let revival: ServerRevival?

  package init(
    userID: UserID, deviceID: String, network: MatrixNetworkController,
    directory: AccountDirectory, scheduler: any Scheduler, use: SessionUse,
    revival: ServerRevival? = nil
  ) {
    self.userID = userID
    self.deviceID = deviceID
    self.network = network
    self.directory = directory
    self.scheduler = scheduler
    self.use = use
    self.revival = revival
  }
}

/// The controllers of a session that keep the account's rooms and people.
package struct SessionParts: Sendable {
  package let sync: any SyncController
  package let rooms: any RoomsController
  package let timelines: any TimelineController
  package let sender: any MessageSender
  package let profiles: any ProfileController

  package init(
    sync: any SyncController, rooms: any RoomsController, timelines: any TimelineController,
    sender: any MessageSender, profiles: any ProfileController
  ) {
    self.sync = sync
    self.rooms = rooms
    self.timelines = timelines
    self.sender = sender
    self.profiles = profiles
  }
}

/// Makes the controllers of a session; reads files, so it is never called on the main thread.
package typealias SessionFactory =
  @Sendable (SessionContext) throws(RequestError) -> SessionParts
