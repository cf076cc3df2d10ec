package import Controllers
package import Models
package import Signals

/// What uses the session: the screen, or one short-lived command.
package enum SessionUse: Hashable, Sendable {
  /// Only one screen at a time may use an account. It alone keeps unsent messages,
  /// drafts and the open room on disk.
  case screen
  case command
}

/// The inputs from which the controllers of a session are made.
package struct SessionContext: Sendable {
  /// The account that is signed in.
  package let userID: UserID
  /// The device that is signed in; transaction ids are valid for one device only.
  package let deviceID: String
  /// Sends the session's requests.
  package let network: MatrixNetworkController
  /// The account's folder on disk.
  package let directory: AccountDirectory
  /// The clock for waits and back-offs.
  package let scheduler: any Scheduler
  /// What uses the session.
  package let use: SessionUse
  /// Restarts this machine's server; nil for a server that others run.
  package let revival: ServerRevival?
  /// Decodes the pictures that the user sends.
  package let decoder: any PictureDecoder
  /// The account's cache, when it is already being read.
  package let ahead: CacheAhead?

  /// Bundles the inputs.
  package init(
    userID: UserID, deviceID: String, network: MatrixNetworkController,
    directory: AccountDirectory, scheduler: any Scheduler, use: SessionUse,
    decoder: any PictureDecoder = DirectPictureDecoder(), revival: ServerRevival? = nil,
    ahead: CacheAhead? = nil
  ) {
    self.userID = userID
    self.deviceID = deviceID
    self.network = network
    self.directory = directory
    self.scheduler = scheduler
    self.use = use
    self.decoder = decoder
    self.revival = revival
    self.ahead = ahead
  }
}

/// The controllers of a session that are built on the account's store.
package struct SessionParts: Sendable {
  /// Keeps the store up to date with the server.
  package let sync: any SyncController
  /// Lists, joins, creates and leaves rooms.
  package let rooms: any RoomsController
  /// Vends and pages the rooms' timelines.
  package let timelines: any TimelineController
  /// Sends messages and keeps the unsent ones.
  package let sender: any MessageSender
  /// Vends and refreshes profiles.
  package let profiles: any ProfileController
  /// Changes the account's devices and its password.
  package let account: any AccountController
  /// Says and decides of what the account is told.
  package let alertRules: any AlertRulesController
  /// Goes through the history of rooms.
  package let history: any HistoryController
  /// Keeps drafts and the open room.
  package let places: any PlacesController

  /// Bundles the controllers.
  package init(
    sync: any SyncController, rooms: any RoomsController, timelines: any TimelineController,
    sender: any MessageSender, profiles: any ProfileController, account: any AccountController,
    alertRules: any AlertRulesController, history: any HistoryController,
    places: any PlacesController
  ) {
    self.sync = sync
    self.rooms = rooms
    self.timelines = timelines
    self.sender = sender
    self.profiles = profiles
    self.account = account
    self.alertRules = alertRules
    self.history = history
    self.places = places
  }
}

/// Makes the controllers of a session; reads files, so never call it on the main thread.
package typealias SessionFactory =
  @Sendable (SessionContext) throws(RequestError) -> SessionParts
