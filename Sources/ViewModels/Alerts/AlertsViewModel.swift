import Controllers
import Models
public import Signals

/// What to tell the user, who may be looking at another window.
public nonisolated enum Alert: Hashable, Sendable {
  /// Make a sound.
  case ring
  /// Show a notice in place of the last one.
  case show(AlertText)
  /// Take the last notice back: all that it tells of has been read.
  case withdraw
}

/// The words of a notice, one line each.
public nonisolated struct AlertText: Hashable, Sendable {
  /// What has come, and where: "Ada in Lounge", "5 new messages in 3 rooms".
  public var titleText: String
  /// The message, or the names of the rooms.
  public var bodyText: String

  /// Creates a text.
  public init(titleText: String, bodyText: String) {
    self.titleText = titleText
    self.bodyText = bodyText
  }
}

/// Decides of which messages to tell the user, and when.
///
/// The first message is told almost at once; those that come soon after it are told together.
public final class AlertsViewModel {
  /// How long messages are gathered before the first one is told, so that those of one sync are one notice.
  static let gathering = Duration.milliseconds(400)
  /// How long nothing more is told then.
  static let pause = Duration.seconds(5)

  /// What to tell; nothing while nobody wants to be disturbed.
  public let alerts: Signal<Alert, Never>
  /// "do not disturb", or empty.
  public let quietText: Property<String>

  /// What the user has in front of them.
  struct Place: Equatable {
    let room: RoomID
    let subject: ConversationSubject
  }

  private let subject = Subject<Alert, Never>()
  private let isQuiet: Property<Bool>
  private let inFront: Property<Place?>
  private let world: World
  /// Whether the user looks at the terminal; terminals that do not say otherwise are looked at.
  let hasFocus = MutableProperty(true)
  /// What has come and is not told yet.
  private var waiting: [NewMessage] = []
  /// The rooms of the last notice that are not read yet.
  private var told: Set<RoomID> = []
  private let timer = SerialDisposable()
  private var isTiming = false
  private let lifetime = Lifetime()

  init(session: Session, world: World, inFront: Property<Place?>) {
    self.world = world
    self.inFront = inFront
    alerts = subject.signal
    let isQuiet = world.chosen.map(\.doNotDisturb)
    self.isQuiet = isQuiet
    quietText = isQuiet.map { $0 ? "do not disturb" : "" }
    lifetime.add(timer)
    lifetime.add(
      session.rooms.arrivals.observe(on: .main).subscribe { [weak self] in self?.take($0) })
    lifetime.add(
      session.rooms.roomChanges.observe(on: .main).subscribe { [weak self] in self?.note($0) })
    lifetime.add(inFront.observe { [weak self] _ in self?.forgetWhatIsSeen() })
    lifetime.add(isQuiet.observe { [weak self] in if $0 { self?.waiting = [] } })
  }

  nonisolated static let name = "chat-tui"

  /// The terminal has the focus, or another window has it.
  public func focusChanged(_ hasFocus: Bool) {
    self.hasFocus.value = hasFocus
    forgetWhatIsSeen()
  }

  /// Tells nothing from now on, or again; `tell` says so, and what went wrong.
  public func toggleQuiet(tell: @escaping (String) -> Void) {
    let isQuiet = !isQuiet.value
    tell(
      isQuiet
        ? "You are not disturbed; the same key ends that" : "You are told of messages again")
    let work = world.preferences.change(.doNotDisturb, to: .flag(isQuiet))
    _ = work.handled(failed: { tell(PreferenceText.sentence($0)) }).detached()
  }

  private func take(_ arrival: NewMessage) {
    guard !isQuiet.value, !isSeen(arrival) else { return }
    waiting.append(arrival)
    if waiting.count > AlertWords.most { waiting.removeFirst() }
    if !isTiming { wait(for: Self.gathering) }
  }

  private func wait(for duration: Duration) {
    isTiming = true
    timer.inner = Signal<Void, Never>.timer(after: duration, on: world.scheduler)
      .observe(on: .main).subscribe { [weak self] in self?.tell() }
  }

  private func tell() {
    isTiming = false
    guard !waiting.isEmpty else { return }
    let arrivals = waiting
    waiting = []
    told = Set(arrivals.map(\.room.id))
    if arrivals.contains(where: { $0.sounds || $0.isMention }) { subject.send(.ring) }
    subject.send(.show(AlertWords.text(arrivals)))
    wait(for: Self.pause)
  }

  /// Whether the user sees what comes: all of the room in front, but of a thread only what is in it.
  private func isSeen(_ arrival: NewMessage) -> Bool {
    guard hasFocus.value, let place = inFront.value, place.room == arrival.room.id else {
      return false
    }
    return place.subject == .room || place.subject.root == arrival.message?.threadRoot
  }

  private func forgetWhatIsSeen() {
    guard hasFocus.value, let place = inFront.value else { return }
    if place.subject == .room { return forget([place.room]) }
    waiting.removeAll { isSeen($0) }
  }

  private func note(_ change: RoomsChange) {
    let rooms =
      switch change {
      case .all(let rooms), .changed(let rooms): rooms
      }
    // Most changes are about rooms of which nobody was told.
    let concerned = told.union(waiting.map(\.room.id))
    guard !concerned.isEmpty else { return }
    let done = rooms.filter { room in
      concerned.contains(room.id) && !room.isUnread && room.membership != .invited
    }
    forget(Set(done.map(\.id)))
  }

  /// Tells nothing more of rooms that have been read.
  private func forget(_ rooms: Set<RoomID>) {
    waiting.removeAll { rooms.contains($0.room.id) }
    guard !told.isEmpty else { return }
    told.subtract(rooms)
    if told.isEmpty { subject.send(.withdraw) }
  }
}
