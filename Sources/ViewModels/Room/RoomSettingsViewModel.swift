import Controllers
import Models
import Signals

/// The settings of a room, as the entries of a list below the room's picture and name.
final class RoomSettingsViewModel {
  /// The room's picture, name and address.
  let header: SheetHeader
  /// The settings, and the lists of people.
  let rows: Property<[SheetRow]>
  /// What is going on, or what went wrong.
  let noteText: Property<String>
  /// The settings as the server had them last; nil until they have come.
  let current: Property<RoomSettings?>

  /// Who may do what to others; nil until it is known.
  let powers: Property<RoomPowers?>

  let room: RoomID
  private let loaded: MutableProperty<RoomSettings?>
  private let roster: MutableProperty<[RoomPerson]>
  private let note = MutableProperty("")
  private let rooms: any RoomsController
  private let loading = SerialDisposable()
  private let counting = SerialDisposable()
  private let lifetime = Lifetime()

  var settings: RoomSettings? { loaded.value }
  var people: [RoomPerson] { roster.value }
  /// The same people as they change.
  var everybody: Property<[RoomPerson]> { roster }

  /// Requests the settings.
  ///
  /// - Parameters:
  ///   - name: What the room is called until its settings have come, and if it has no name.
  ///   - names: The names of the account's rooms.
  init(
    room: RoomID, name: String, names: @escaping (RoomID) -> String, session: Session, world: World
  ) {
    let loaded = MutableProperty<RoomSettings?>(nil)
    let roster = MutableProperty<[RoomPerson]>([])
    (self.room, self.loaded, self.roster) = (room, loaded, roster)
    rooms = session.rooms
    powers = Property(initial: nil, then: session.rooms.powers(in: room))
    current = loaded
    noteText = note
    let known = loaded.combineLatest(with: roster)
    rows = known.map { settings, people in
      settings.map { RoomSettingText.rows($0, people, room: room, names: names) } ?? []
    }
    header = SheetHeader(
      heading: loaded.map { Names.heading(RoomSettingText.name($0) ?? name) },
      address: loaded.map { RoomSettingText.address($0) ?? room.rawValue },
      facts: known.map(RoomSettingText.facts),
      picture: loaded.map { settings in
        guard case .picture(let picture) = settings?.values[.picture] else { return nil }
        return picture
      }, session: session, world: world)
    follow(session.rooms, on: world.scheduler)
    lifetime.add(loading)
    lifetime.add(counting)
    load()
  }

  /// Requests the settings again soon after something about the room has changed, also by others.
  private func follow(_ controller: any RoomsController, on scheduler: any Scheduler) {
    let changes = Signal<Void, Never>.merge(
      controller.room(room).skip(first: 1).map { _ in },
      controller.members(of: room).skip(first: 1).map { _ in },
      controller.powers(in: room).skip(first: 1).map { _ in })
    lifetime.add(
      changes.debounce(Self.pause, on: scheduler).observe(on: .main).subscribe { [weak self] in
        self?.load(quietly: true)
      })
  }

  /// A sync brings several changes, and a change comes back as one.
  private static let pause = Duration.milliseconds(500)

  /// Requests the settings and the people again.
  func load() { load(quietly: false) }

  private func load(quietly: Bool) {
    let (loaded, roster, note) = (loaded, roster, note)
    if !quietly { note.value = "Loading…" }
    loading.inner = rooms.settings(of: room).observe(on: .main).subscribe(
      value: { settings in
        batch {
          note.value = ""
          loaded.value = settings
        }
      },
      failed: { note.value = ErrorSentences.text($0) })
    counting.inner = rooms.roster(of: room).observe(on: .main).subscribe(
      value: { roster.value = $0 },
      // The settings say what is wrong, and their list does without numbers.
      failed: { _ in })
  }
}
