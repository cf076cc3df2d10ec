package import Models

/// One signed-in account and the controllers created for it.
///
/// A session is immutable: its network controller replaces refreshed tokens internally, and another
/// account gets another session. All work of a session ends when its last reference is released.
package struct Session: Sendable {
  /// The account.
  package let userID: UserID
  /// The Matrix id of this device, which the server issued at sign-in.
  package let deviceID: String
  /// The base URL of the server, as shown to the user.
  package let server: String
  /// Whether the server runs on this machine and is not federated.
  package let isOnThisMachine: Bool
  /// Whether a web page of an OAuth server ends devices and the account, for which no password is of use.
  ///
  /// Source: Matrix client-server API, "OAuth 2.0 API", "Account management".
  package let isManagedInBrowser: Bool
  /// Sends requests with the session's credentials.
  package let network: any NetworkController
  /// Keeps the account up to date.
  package let sync: any SyncController
  /// The account's rooms.
  package let rooms: any RoomsController
  /// The history of the rooms.
  package let timelines: any TimelineController
  /// Sends messages.
  package let sender: any MessageSender
  /// Profiles of people.
  package let profiles: any ProfileController
  /// The account's devices and its password.
  package let account: any AccountController
  /// Of what the account wants to be told.
  package let alertRules: any AlertRulesController
  /// Searches in the messages on this machine.
  package let search: any SearchController
  /// Goes through the history of rooms.
  package let history: any HistoryController
  /// Keeps drafts and the open room.
  package let places: any PlacesController
  /// Images from the content repository.
  package let images: any ImageController
  /// Files of messages and of this machine.
  package let files: any FileController
  /// What became of a damaged file of the account; nil when there is nothing to report.
  package let repair: FileRepair?

  /// Bundles an account with its controllers; by default the server is not the one of this machine.
  package init(
    userID: UserID, deviceID: String, server: String, isOnThisMachine: Bool = false,
    isManagedInBrowser: Bool = false, network: any NetworkController,
    sync: any SyncController, rooms: any RoomsController, timelines: any TimelineController,
    sender: any MessageSender, profiles: any ProfileController, account: any AccountController,
    alertRules: any AlertRulesController, search: any SearchController,
    history: any HistoryController,
    places: any PlacesController, images: any ImageController, files: any FileController,
    repair: FileRepair? = nil
  ) {
    self.userID = userID
    self.deviceID = deviceID
    self.server = server
    self.isOnThisMachine = isOnThisMachine
    self.isManagedInBrowser = isManagedInBrowser
    self.network = network
    self.sync = sync
    self.rooms = rooms
    self.timelines = timelines
    self.sender = sender
    self.profiles = profiles
    self.account = account
    self.alertRules = alertRules
    self.search = search
    self.history = history
    self.places = places
    self.images = images
    self.files = files
    self.repair = repair
  }
}

/// What became of a damaged file of an account.
package struct FileRepair: Hashable, Sendable {
  /// The path of the damaged file, which is kept.
  package let copy: String
  /// Whether everything that the file contained was saved.
  package let isComplete: Bool

  /// Creates a report.
  package init(copy: String, isComplete: Bool) {
    self.copy = copy
    self.isComplete = isComplete
  }
}
