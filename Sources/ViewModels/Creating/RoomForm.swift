import Controllers
import Models
import Signals

/// The settings of a room that is about to be created, as the entries of a list.
final class RoomForm {
  /// The settings, and the entry that creates the room.
  let rows: Property<[SheetRow]>
  /// Why the room could not be created, or what follows from a setting.
  let noteText: Property<String>

  /// A setting, or the creation.
  enum Entry: String {
    case name, topic, access, address, kind, space, encrypted, create
  }

  let room = MutableProperty(NewRoom(name: ""))
  private let note = MutableProperty("")
  private let spaces: [(id: RoomID, name: String)]
  private let creating = SerialDisposable()
  private let lifetime = Lifetime()

  /// - Parameters:
  ///   - spaces: Those that the room can be in.
  ///   - isInSpaces: Whether the account is in spaces, perhaps others.
  ///   - server: The name of the account's server, for the address.
  init(
    spaces: [(id: RoomID, name: String)], in space: RoomID?, isInSpaces: Bool, server: String
  ) {
    self.spaces = spaces
    var first = NewRoom(name: "")
    first.space = spaces.contains { $0.id == space } ? space : nil
    room.value = first
    let names = Dictionary(spaces.map { ($0.id, $0.name) }) { first, _ in first }
    let refusal = isInSpaces ? "You may not add rooms to your spaces" : "You are in no space"
    rows = room.map {
      Self.rows($0, spaces: names, without: names.isEmpty ? refusal : "", server: server)
    }
    noteText = note.combineLatest(with: room).map { $0.isEmpty ? Self.hint($1) : $0 }
    lifetime.add(creating)
  }

  private static func rows(
    _ room: NewRoom, spaces: [RoomID: String], without refusal: String, server: String
  ) -> [SheetRow] {
    let kind = room.isSpace ? "space" : "room"
    let space = room.space.flatMap { spaces[$0] } ?? ""
    let hasAddress = room.localAlias?.isEmpty == false
    return [
      row(.name, "Name", room.name.isEmpty ? "…" : room.name, "change"),
      row(.topic, "Topic", room.topic?.isEmpty == false ? room.topic ?? "" : "none", "change"),
      row(.kind, "Kind", room.isSpace ? "space, which contains rooms" : "room", "change"),
      row(.access, "Who may join", access(room.access, space: space), "change"),
      row(
        .address, "Address", hasAddress ? "#\(room.localAlias ?? ""):\(server)" : "none", "change"),
      row(
        .space, "In the space", space.isEmpty ? "none" : space, refusal.isEmpty ? "change" : "",
        refusal),
      row(
        .encrypted, "Encryption", room.isEncrypted ? "on" : "off", room.isSpace ? "" : "change",
        room.isSpace ? "A space has no messages" : ""),
      row(
        .create, "", "Create the \(kind)", "create",
        room.name.isBlank ? "It needs a name first" : ""),
    ]
  }

  private static func row(
    _ entry: Entry, _ label: String, _ value: String, _ action: String, _ refusal: String = ""
  ) -> SheetRow {
    SheetRow(setting: entry.rawValue, label, value, action: action, refusal: refusal)
  }

  private static func access(_ access: NewRoom.Access, space: String) -> String {
    switch access {
    case .nobody: "only who is invited"
    case .whoAsks: "who asks and is let in"
    case .spaceMembers: "members of \(space)"
    case .everybody: "everybody; the directory lists it"
    }
  }

  /// What encryption means here.
  private static func hint(_ room: NewRoom) -> String {
    guard room.isEncrypted else { return "" }
    let hint =
      "Only other clients can read and write there yet. Encryption cannot be turned off later."
    return room.access == .everybody ? "\(hint) Everybody can join, so it hides little." : hint
  }

  /// Goes on with settings that were chosen earlier, for the space of now.
  func take(_ draft: NewRoom) {
    var changed = draft
    changed.space = room.value.space
    if changed.space == nil, changed.access == .spaceMembers { changed.access = .nobody }
    room.value = changed
  }

  /// A room becomes a space, whose messages nobody would see, or the other way round.
  func changeKind() {
    var changed = room.value
    changed.isSpace.toggle()
    changed.isEncrypted = false
    room.value = changed
  }

  /// The next choice of who may join.
  func changeAccess() {
    let all = NewRoom.Access.allCases.filter { $0 != .spaceMembers || room.value.space != nil }
    let place = all.firstIndex(of: room.value.access) ?? 0
    room.value.access = all[(place + 1) % all.count]
  }

  /// The next space, and none after the last.
  func changeSpace() {
    let next = spaces.firstIndex { $0.id == room.value.space }.map { $0 + 1 } ?? 0
    var changed = room.value
    changed.space = next < spaces.count ? spaces[next].id : nil
    if changed.space == nil, changed.access == .spaceMembers { changed.access = .nobody }
    room.value = changed
  }

  /// Takes a part of an address, with or without its sign; returns whether it can be one.
  func changeAddress(_ text: String, server: String) -> Bool {
    let name = text.hasPrefix("#") ? String(text.dropFirst()) : text
    let isValid = !name.contains(":") && RoomAlias("#\(name):\(server)") != nil
    guard name.isEmpty || isValid else { return false }
    room.value.localAlias = name.isEmpty ? nil : name
    return true
  }

  /// Does the work, unless the list is closed before it ends; it may fail after the room is there.
  func create(
    _ request: Signal<RoomID, RequestError>, made: @escaping @MainActor (RoomID, String) -> Void
  ) {
    note.value = "Creating…"
    let note = note
    let created = MutableProperty<RoomID?>(nil)
    creating.inner = request.observe(on: .main).subscribe(
      value: { created.value = $0 },
      failed: { error in
        note.value = ErrorSentences.text(error)
        if let room = created.value { made(room, note.value) }
      },
      completed: {
        note.value = ""
        if let room = created.value { made(room, "") }
      })
  }
}
