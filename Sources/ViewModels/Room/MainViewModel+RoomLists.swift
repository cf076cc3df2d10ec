import Controllers
import Models
import Signals

/// The settings of a room that have several values: its further addresses, and the rooms whose members may
/// join.
extension MainViewModel {
  func showOtherAddresses(
    in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    showList(
      .otherAddress, "More addresses of the room", add: "add an address…", in: model, tell,
      values: { settings in
        settings.otherAddresses.map {
          Value(nameText: $0.rawValue, factsText: "", removal: .otherAddress($0, false))
        }
      }
    ) { [weak self] in self?.askForOtherAddress(in: model, tell) }
  }

  func showAllowedRooms(in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void) {
    let name = { [weak self] (room: RoomID) in self?.roomName(room) ?? room.rawValue }
    showList(
      .allowedRoom, "Whose members may join", add: "add a room or a space…", in: model, tell,
      values: { settings in
        settings.allowedRooms.map {
          Value(
            nameText: name($0), factsText: name($0) == $0.rawValue ? "" : $0.rawValue,
            removal: .allowedRoom($0, false))
        }
      }
    ) { [weak self] in self?.askForAllowedRoom(in: model, tell) }
  }

  /// The name of one of the account's rooms or spaces; the ID of another one.
  func roomName(_ room: RoomID) -> String {
    roomList.allRooms.first { $0.id == room }.map { Names.label($0) } ?? room.rawValue
  }

  /// The address that a text stands for; its server may be left out.
  func address(_ text: String) -> RoomAlias? {
    let whole = text.hasPrefix("#") ? text : "#\(text)"
    return RoomAlias(
      whole.contains(":") ? whole : "\(whole):\(session.userID.serverName)")
  }

  /// One of several values, and what takes it away.
  private struct Value {
    let nameText: String
    let factsText: String
    let removal: RoomSetting
  }

  /// Shows the values, and a way to add one, in place of the settings.
  private func showList(
    _ kind: RoomSetting.Kind, _ title: String, add: String, in model: RoomSettingsViewModel,
    _ tell: @escaping (String) -> Void, values: @escaping (RoomSettings) -> [Value],
    adding: @escaping () -> Void
  ) {
    let shown = model.current.map { $0.map(values) ?? [] }
    let rows = model.current.map { settings in
      let refusal = settings.map { RoomSettingText.refusal(kind, $0) } ?? ""
      return [
        SheetRow(
          id: RowID("add"), nameText: add, factsText: refusal, action: "add", refusal: refusal)
      ]
        + (settings.map(values) ?? []).map {
          SheetRow(
            id: RowID($0.nameText), nameText: $0.nameText, factsText: $0.factsText,
            action: refusal.isEmpty ? "remove" : "", refusal: refusal)
        }
    }
    show(
      SheetViewModel(
        title: title, rows: rows, note: model.noteText, keepsFocus: true,
        more: .init(undo: roomChanges.undo(in: model.room))
      ) { [weak self] row in
        guard let index = rows.value.firstIndex(of: row), index > 0 else { return adding() }
        self?.askToRemove(shown.value[index - 1], in: model, tell)
      }, inside: sheet.value)
  }

  private func askToRemove(
    _ value: Value, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    questions.confirm("Remove \(value.nameText)?", "y: remove it, any other key: no") {
      [weak self] in self?.set(value.removal, in: model, tell) ?? .empty
    }
  }

  private func askForOtherAddress(
    in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    questions.ask(
      "Another address of the room", placeholder: "#tea:\(session.userID.serverName)",
      isChange: true
    ) { [weak self] text in
      guard let self else { return .empty }
      guard let alias = address(text) else {
        return .failed(RequestError(operation: .changeRoom, reason: .invalidInput(text)))
      }
      return set(.otherAddress(alias, true), in: model, tell)
    }
  }

  private func askForAllowedRoom(
    in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let rooms = roomIndex { $0.membership == .joined && $0.id != model.room }
    questions.askForChoice(
      "Let the members of which room or space join?",
      placeholder: "some letters of its name or address, or its ID", isChange: true,
      choices: Property({ rooms.found($0) + Self.unknownRoom($0, besides: rooms) })
    ) { [weak self] answer in
      guard let self, let room = RoomID(answer) else { return .empty }
      return set(.allowedRoom(room, true), in: model, tell)
    }
  }

  /// The room of an ID in which the account is not.
  private static func unknownRoom(
    _ text: String, besides rooms: DestinationIndex
  ) -> [PromptSuggestion] {
    guard let room = RoomID(text.trimmed), rooms.destination(room.rawValue) == nil else {
      return []
    }
    return [PromptSuggestion(nameText: "you are not in this room", answerText: room.rawValue)]
  }
}
