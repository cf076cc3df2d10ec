import Controllers
import Models
import Signals

/// Replacing a room by one of another version.
extension MainViewModel {
  /// Shows the versions that the server offers, in place of the settings.
  func chooseVersion(in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void) {
    guard let settings = model.settings, settings.canUpgrade else { return }
    let note = MutableProperty("Loading…")
    let rows = MutableProperty<[SheetRow]>([])
    let work = session.rooms.roomVersions().observe(on: .main).subscribe(
      value: { versions in
        batch {
          rows.value = RoomVersionText.rows(versions, current: settings.version)
          note.value = rows.value.isEmpty ? "The server names no versions." : ""
        }
      },
      failed: { note.value = ErrorSentences.text($0) })
    let (room, isPublic) = (model.room, settings.values[.joinRule] == .joinRule("public"))
    let sheet = SheetViewModel(
      title: "Replace the room by one of version…", rows: rows, note: note, keepsFocus: true
    ) { [weak self] row in
      self?.askToUpgrade(room, to: row.id.text, saying: RoomVersionText.replaced(isPublic), tell)
    }
    show(sheet, with: work, inside: self.sheet.value)
  }

  private func askToUpgrade(
    _ room: RoomID, to version: String, saying text: String, _ tell: @escaping (String) -> Void
  ) {
    let rooms = session.rooms
    questions.confirm(
      "Replace the room by a new one of version \(version)? All members have to go there, and nobody "
        + "can undo it.", "y: replace it, any other key: no", titleRows: 4
    ) { [weak self] in
      guard let self else { return .empty }
      return opening(rooms.upgrade(room, to: version)).onMain(completed: { tell(text) })
    }
  }
}

/// Words about versions of rooms.
enum RoomVersionText {
  /// The versions, the newest first.
  static func rows(_ versions: RoomVersions, current: String) -> [SheetRow] {
    let names = versions.areStable.keys.sorted { order($0) > order($1) }
    return names.map { name in
      let facts = [
        name == current ? "as now" : "", name == versions.usual ? "for new rooms" : "",
        versions.areStable[name] == true ? "" : "not stable",
      ]
      return SheetRow(
        id: RowID(name), nameText: name,
        factsText: facts.filter { !$0.isEmpty }.joined(separator: " · "), action: "replace",
        refusal: name == current ? "The room has this version" : "")
    }
  }

  /// What has become of a room: into a public one, nobody needs an invite.
  static func replaced(_ isPublic: Bool) -> String {
    "The room is replaced by this one"
      + (isPublic ? ", which its members can join" : ", and its members are invited")
  }

  /// Versions that are numbers come after all others.
  private static func order(_ name: String) -> (Int, String) { (Int(name) ?? 0, name) }
}
