import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks for the name of a private room, and creates it.
  public func askToCreateRoom() {
    let rooms = session.rooms
    questions.ask("New room", placeholder: "its name", isChange: true) { [weak self] in
      self?.opening(rooms.create(NewRoom(name: $0))) ?? .empty
    }
  }

  /// Shows all settings of a new room, which becomes a part of the space at an index of the list, if there
  /// is one; `tell` says what went wrong after it was created.
  public func showRoomForm(inSpaceAt index: Int?, tell: @escaping (String) -> Void) {
    let server = String(session.userID.serverName)
    let form = RoomForm(
      spaces: roomList.spaceChoices, in: index.flatMap { roomList.space(at: $0)?.id },
      isInSpaces: !roomList.spaces.isEmpty, server: server)
    if let roomDraft { form.take(roomDraft) }
    show(
      SheetViewModel(title: "New room", rows: form.rows, note: form.noteText, keepsFocus: true) {
        [weak self] row in
        if let entry = RoomForm.Entry(rawValue: row.id.text) {
          self?.change(entry, of: form, server: server, tell)
        }
      }, with: form.room.observe { [weak self] in self?.roomDraft = $0 })
  }

  private func change(
    _ entry: RoomForm.Entry, of form: RoomForm, server: String, _ tell: @escaping (String) -> Void
  ) {
    switch entry {
    case .name:
      questions.ask("Name of the new room", placeholder: "its name", answer: form.room.value.name) {
        form.room.value.name = $0
        return .empty
      }
    case .topic:
      questions.askOptionally(
        "Topic of the new room", placeholder: "what it is about",
        answer: form.room.value.topic ?? ""
      ) {
        form.room.value.topic = $0
        return .empty
      }
    case .address:
      questions.askOptionally(
        "Address of the new room on \(server)", placeholder: "for example tea; empty for none",
        answer: form.room.value.localAlias ?? ""
      ) { text in
        guard form.changeAddress(text, server: server) else {
          return .failed(RequestError(operation: .createRoom, reason: .invalidInput(text)))
        }
        return .empty
      }
    case .access: form.changeAccess()
    case .kind: form.changeKind()
    case .space: form.changeSpace()
    case .encrypted: form.room.value.isEncrypted.toggle()
    case .create: create(form, tell)
    }
  }

  private func create(_ form: RoomForm, _ tell: @escaping (String) -> Void) {
    let room = form.room.value
    form.create(session.rooms.create(room)) { [weak self] id, trouble in
      self?.roomDraft = nil
      if room.isSpace { self?.browse(space: id, room.name, tell) } else { self?.open(id) }
      if !trouble.isEmpty { tell(trouble) }
    }
  }
}
