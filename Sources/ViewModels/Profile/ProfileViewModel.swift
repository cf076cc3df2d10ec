package import Controllers
public import Imaging
package import Models
public import Signals

/// A person's profile.
public final class ProfileViewModel {
  /// The name in capitals.
  public let headingText: Property<String>
  /// The name without capitalisation.
  public let nameText: Property<String>
  /// The user id.
  public let userIDText: Property<String>
  /// Whether the account has a direct chat with the person.
  public let hasChat: Property<Bool>
  /// "online", "idle, last active 5 min ago: “at lunch”"; that the server has no presence; empty where it
  /// says nothing.
  public let presenceText: Property<String>
  /// "This user has 3 friends"; empty while unknown.
  public let friendsText: Property<String>
  /// "2 rooms in common: #a, #b".
  public let commonRoomsText: Property<String>
  /// Whether there are rooms in common with somebody else.
  public let hasCommonRooms: Property<Bool>
  /// The avatar: the placeholder, then the best available picture.
  public let avatar: Property<Bitmap>
  /// When the profile was last requested from the server.
  public let refreshedText: Property<String>
  /// Why the last refresh or picture failed, and what to do next.
  public let errorText: Property<String>
  /// Whether the person has a picture.
  public let hasPicture: Property<Bool>
  /// Whether the account ignores the person.
  public let isIgnored: Property<Bool>
  /// Whether a push rule of the account tells nothing of the person's messages.
  public let isMuted: Property<Bool>
  /// Whether this is the account itself.
  public let isOwn: Bool
  /// Requests the profile again; disabled while it runs.
  public let refresh: Command<Void, Void, Never>
  /// Opens the direct chat with the person; disabled for oneself.
  public let message: Command<Void, Void, Never>

  let userID: UserID
  /// The rooms in common with somebody else.
  let commonRooms: Property<Set<RoomID>>
  /// A picture that the account may choose, in place of its own.
  let preview: MutableProperty<Bitmap?>
  private let picture: PictureLoader
  private let clock: AgeClock

  package init(user: UserID, session: Session, world: World, navigator: Navigator) {
    let error = MutableProperty("")
    let profile = Property<Profile>(
      initial: Profile(user: User(id: user)), then: session.profiles.profile(of: user))
    let source = profile.combineLatest(with: world.chosen.map(\.showsPictures)).map {
      $1 ? $0.user.avatar : nil
    }
    let loader = PictureLoader(
      source: source, images: session.images, placeholder: world.placeholder)
    picture = loader
    let preview = MutableProperty<Bitmap?>(nil)
    self.preview = preview
    isIgnored = Property(initial: false, then: session.profiles.ignored.map { $0.contains(user) })
    isMuted = Property(
      initial: false, then: session.alertRules.rules.map { $0[.person(user)] == false })
    hasPicture = profile.map { $0.user.avatar != nil }
    isOwn = user == session.userID
    userID = user
    nameText = profile.map { Names.text($0.user) }
    hasChat = Property(
      initial: false,
      then: session.rooms.rooms.map { rooms in
        rooms.contains { $0.directUser == user && $0.membership == .joined }
      })
    headingText = profile.map { Names.heading($0.user) }
    userIDText = Property(user.rawValue)
    let clock = AgeClock(profile.map(\.refreshedAt), world)
    self.clock = clock
    let presence = Property<Presence?>(initial: nil, then: session.profiles.presence(of: user))
    let isOff = Property(initial: false, then: session.profiles.isPresenceOff)
    presenceText = Property<(Presence?, Bool, Timestamp)>.combineLatest(
      presence, isOff, clock.time
    ).map { presence, isOff, _ in
      isOff ? PresenceText.off : PresenceText.text(presence, now: world.now())
    }
    friendsText = profile.map { Names.friends($0.friendCount) }
    commonRoomsText = isOwn ? Property("") : profile.map { Self.rooms($0.commonRooms) }
    commonRooms = isOwn ? Property([]) : profile.map { Set($0.commonRooms.map(\.id)) }
    hasCommonRooms = commonRooms.map { !$0.isEmpty }
    avatar = loader.picture.combineLatest(with: preview).map { $1 ?? $0 }
    refresh = Command { _ in
      error.value = ""
      loader.retry()
      // A server without presence, or that does not tell of this person, is no failure of the profile.
      let presence = session.profiles.loadPresence(of: user).handled { _ in }
      let refresh = session.profiles.refresh(user).handled { error.value = ErrorSentences.text($0) }
      return .merge([refresh, presence])
    }
    refreshedText = Property<(Profile, Bool, Timestamp)>.combineLatest(
      profile, refresh.isExecuting, clock.time
    ).map { profile, isRefreshing, _ in
      isRefreshing ? "refreshing…" : Self.age(profile.refreshedAt, now: world.now())
    }
    errorText = error.combineLatest(with: loader.failure).map { error, failure in
      error.isEmpty ? failure.map { "Picture: \(ErrorSentences.text($0))" } ?? "" : error
    }
    message = Command(isEnabled: Property(!isOwn)) { _ in
      error.value = ""
      return session.rooms.directRoom(with: user).handled(value: { navigator.rooms.send($0) }) {
        error.value = ErrorSentences.text($0)
      }
    }
    refresh.execute()
  }

  /// Sets the size of the picture in pixels.
  public func appeared(_ size: PixelSize) {
    picture.size.value = size
  }

  private static func age(_ time: Timestamp?, now: Timestamp) -> String {
    guard let time else { return "not refreshed yet" }
    return "refreshed \(DurationText.age(of: time, now: now))"
  }

  private static func rooms(_ rooms: [Room]) -> String {
    guard !rooms.isEmpty else { return "No rooms in common" }
    let names = rooms.map { Names.label($0) }.sorted().joined(separator: ", ")
    return "\(rooms.count) \(rooms.count == 1 ? "room" : "rooms") in common: \(names)"
  }
}
