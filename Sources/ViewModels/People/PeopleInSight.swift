import Controllers
import Models
import Signals

/// What of people the user has in front.
public nonisolated enum PeopleSight: Sendable {
  /// The members of the open room.
  case members
  /// The open profile.
  case profile
  /// Nobody in particular.
  case nobody
}

/// The people whom the user looks at, for as long as that lasts: the server is asked for their presence where
/// its syncs do not tell.
final class PeopleInSight {
  /// Who is scrolled past is not asked about.
  static let pause = Duration.milliseconds(300)

  /// What is in front.
  let sight = MutableProperty(PeopleSight.nobody)

  private let members = MutableProperty<[UserID]>([])
  private let profiles: any ProfileController
  private let scheduler: any Scheduler
  private var people: [UserID] = []
  private let timer = SerialDisposable()
  private let watch = SerialDisposable()
  private let visible = SerialDisposable()
  private let lifetime = Lifetime()

  /// - Parameter isLooking: Whether the user sees the screen of the account.
  init(
    conversation: Property<ConversationViewModel?>, profile: Property<ProfileViewModel?>,
    isLooking: Property<Bool>, profiles: any ProfileController, scheduler: any Scheduler
  ) {
    self.profiles = profiles
    self.scheduler = scheduler
    for work in [timer, watch, visible] { lifetime.add(work) }
    lifetime.add(
      conversation.observe { [visible, members] conversation in
        visible.inner = conversation?.members.visible.observe { members.value = $0 }
      })
    let places = sight.combineLatest(with: isLooking).map { $1 ? $0 : .nobody }
    let people = places.combineLatest(with: members).combineLatest(with: profile).map {
      let ((sight, members), profile) = $0
      return switch sight {
      case .members: members
      case .profile: profile.map { [$0.userID] } ?? []
      case .nobody: [UserID]()
      }
    }
    lifetime.add(people.observe { [weak self] in self?.look(at: $0) })
  }

  private func look(at people: [UserID]) {
    guard people != self.people else { return }
    self.people = people
    timer.inner = nil
    guard !people.isEmpty else { return watch.inner = nil }
    timer.inner = Signal<Void, Never>.timer(after: Self.pause, on: scheduler).observe(on: .main)
      .subscribe { [watch, profiles] in
        watch.inner = profiles.watch(people).subscribe { _ in }
      }
  }
}

extension MainViewModel {
  /// Says what of people the user has in front; told with each frame.
  public func looks(at sight: PeopleSight) { peopleInSight.sight.value = sight }
}
