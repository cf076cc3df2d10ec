import Controllers
import Models
import Signals

/// The settings of a room, as the entries of a list.
final class RoomSettingsViewModel {
  /// The settings, and the lists of people.
  let rows: Property<[SheetRow]>
  /// What is going on, or what went wrong.
  let noteText: Property<String>

  let room: RoomID
  private(set) var settings: RoomSettings?
  private(set) var people: [RoomPerson] = []
  private let shown = MutableProperty<[SheetRow]>([])
  private let note = MutableProperty("")
  private let rooms: any RoomsController
  private let loading = SerialDisposable()
  private let counting = SerialDisposable()
  private let lifetime = Lifetime()

  /// Requests the settings.
  init(room: RoomID, rooms: any RoomsController) {
    self.room = room
    self.rooms = rooms
    rows = shown
    noteText = note
    lifetime.add(loading)
    lifetime.add(counting)
    load()
  }

  /// Requests the settings and the people again.
  func load() {
    note.value = "Loading…"
    loading.inner = rooms.settings(of: room).observe(on: .main).subscribe(
      value: { [weak self] in self?.show($0) },
      failed: { [note] in note.value = ErrorSentences.text($0) })
    counting.inner = rooms.roster(of: room).observe(on: .main).subscribe(
      value: { [weak self] in self?.show($0) },
      // The settings say what is wrong, and their list does without numbers.
      failed: { _ in })
  }

  private func show(_ settings: RoomSettings) {
    self.settings = settings
    batch {
      note.value = ""
      showRows()
    }
  }

  private func show(_ people: [RoomPerson]) {
    self.people = people
    if settings != nil { showRows() }
  }

  private func showRows() {
    shown.value = settings.map { RoomSettingText.rows($0, people, room: room) } ?? []
  }
}
