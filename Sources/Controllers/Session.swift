package import Models

/// One signed-in account and the controllers made for it.
///
/// A session is immutable: a refreshed token stays behind its network controller, and another
/// account is another session. When the last reference goes, all its work ends.
package struct Session: Sendable {
  package let userID: UserID
  package let deviceID: String
  /// The base address of the server, as shown to the user.
  package let server: String
  /// Whether the server is the one of this machine, which talks to no others.
  package let isOnThisMachine: Bool
  package let network: any NetworkController
  package let sync: any SyncController
  package let rooms: any RoomsController
  package let timelines: any TimelineController
  package let sender: any MessageSender
  package let profiles: any ProfileController
  package let images: any ImageController

  package init(
    userID: UserID, deviceID: String, server: String, isOnThisMachine: Bool = false,
    network: any NetworkController,
    sync: any SyncController, rooms: any RoomsController, timelines: any TimelineController,
    sender: any MessageSender, profiles: any ProfileController, images: any ImageController
  ) {
    self.userID = userID
    self.deviceID = deviceID
    self.server = server
    self.isOnThisMachine = isOnThisMachine
    self.network = network
    self.sync = sync
    self.rooms = rooms
    self.timelines = timelines
    self.sender = sender
    self.profiles = profiles
    self.images = images
  }
}
