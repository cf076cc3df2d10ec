import Controllers
import Models
import Signals

/// As what others see an account: what was chosen for it, unless the user takes no part in presence.
final class PresenceChoice {
  let chosen: MutableProperty<Presence.State>
  /// Whether the user takes part in presence.
  let isOn: Property<Bool>
  /// Whether the server keeps no presence.
  let isOffOnServer: Property<Bool>
  private let lifetime = Lifetime()

  init(session: Session, world: World) {
    let chosen = MutableProperty(session.places.kept.shownAs)
    self.chosen = chosen
    let isOn = world.chosen.map(\.showsPresence)
    self.isOn = isOn
    isOffOnServer = Property(initial: false, then: session.profiles.isPresenceOff)
    let profiles = session.profiles
    lifetime.add(
      chosen.combineLatest(with: isOn).map { $1 ? $0 : nil }.observe { profiles.begin(as: $0) })
    var wasOn = isOn.value
    lifetime.add(
      isOn.observe { isOn in
        // Others would see the account for the rest of a running sync.
        if wasOn, !isOn {
          _ = profiles.show(as: .offline, status: "").handled { _ in }.detached()
        }
        wasOn = isOn
      })
  }
}
