package import Controllers
package import Models
import Signals

/// The fakes of one signed-in account.
package final class FakeAccount: Sendable {
  package let userID: UserID
  package let repair: FileRepair?
  package let isManagedInBrowser: Bool
  package let network = FakeNetworkController()
  package let sync = FakeSyncController()
  package let rooms = FakeRoomsController()
  package let timelines = FakeTimelineController()
  package let search = FakeSearchController()
  package let history = FakeHistoryController()
  package let sender = FakeMessageSender()
  package let profiles = FakeProfileController()
  package let account = FakeAccountController()
  package let alertRules = FakeAlertRulesController()
  package let places = FakePlacesController()
  package let images = FakeImageController()
  package let files = FakeFileController()

  /// Creates the fakes; marking as read is scripted to succeed, since every open room does it.
  package init(
    userID: UserID = User.ada.id, repair: FileRepair? = nil, isManagedInBrowser: Bool = false
  ) {
    self.userID = userID
    self.repair = repair
    self.isManagedInBrowser = isManagedInBrowser
    rooms.onMarkRead.answer(with: .empty)
    rooms.onMarkThreadRead.answer(with: .empty)
  }

  /// The session made of the fakes.
  package var session: Session {
    Session(
      userID: userID, deviceID: "DEVICE", server: "https://example.org",
      isManagedInBrowser: isManagedInBrowser, network: network, sync: sync, rooms: rooms,
      timelines: timelines, sender: sender, profiles: profiles, account: account,
      alertRules: alertRules, search: search, history: history, places: places, images: images,
      files: files,
      repair: repair)
  }
}
