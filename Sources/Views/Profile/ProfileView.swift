import Signals
import ViewModels

/// A person's profile: picture, name, friends and shared rooms.
final class ProfileView {
  let model: ProfileViewModel
  let tile: Tile
  let avatar = PictureBox()
  private let watch: Watch

  init(model: ProfileViewModel, needsDisplay: @escaping () -> Void) {
    self.model = model
    tile = Tile(needsDisplay: needsDisplay)
    watch = Watch(tile.invalidate)
    watch(model.headingText)
    watch(model.userIDText)
    watch(model.presenceText)
    watch(model.friendsText)
    watch(model.commonRoomsText)
    watch(model.hasCommonRooms)
    watch(model.avatar)
    watch(model.refreshedText)
    watch(model.errorText)
    watch(model.refresh.isExecuting)
    watch(model.message.isExecuting)
    watch(model.hasChat)
    watch(model.hasPicture)
    watch(model.isIgnored)
  }

  var refreshAvailability: Availability {
    .when(model.refresh.isEnabled.value, else: "Already refreshing")
  }

  var messageAvailability: Availability {
    .shown(when: !model.isOwn && model.message.isEnabled.value)
  }

  var ownAvailability: Availability { .shown(when: model.isOwn) }

  var pictureRemovalAvailability: Availability {
    .shown(when: model.isOwn && model.hasPicture.value)
  }

  func ignoringAvailability(isIgnored: Bool) -> Availability {
    .shown(when: !model.isOwn && model.isIgnored.value == isIgnored)
  }

  func mutingAvailability(isMuted: Bool) -> Availability {
    .shown(when: !model.isOwn && model.isMuted.value == isMuted)
  }

  var inviteAvailability: Availability { .shown(when: !model.isOwn) }

  func refresh() {
    model.refresh.execute()
  }

  func message() {
    model.message.execute()
  }
}
