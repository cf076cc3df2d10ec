import Controllers
import Signals

/// Where the members of rooms are shown.
extension MainViewModel {
  /// Whether the last session left the members in the place of the messages.
  public var beginsWithMembers: Bool { session.places.kept.members.isAlone }

  /// Shows the members beside the messages, or no longer.
  public func showMembersBeside(_ isBeside: Bool) { change { $0.isBeside = isBeside } }

  /// The members have come into the place of the messages, or left it.
  public func membersAlone(_ isAlone: Bool) { change { $0.isAlone = isAlone } }

  private func change(_ change: (inout MembersPlace) -> Void) {
    var place = membersPlace.value
    change(&place)
    guard place != membersPlace.value else { return }
    membersPlace.value = place
    session.places.keep(place)
  }
}
