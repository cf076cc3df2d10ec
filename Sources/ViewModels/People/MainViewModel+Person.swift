import Controllers
import Models
import Signals

/// What the account may do to a person in a room.
extension MainViewModel {
  /// Whether there is something to do to the sender of a message.
  public func canManage(_ row: MessageRowViewModel) -> Bool {
    row.shown.map { $0.sender != session.userID } ?? false
  }

  /// Whether there is something to do to a member.
  public func canManage(_ member: MemberRow) -> Bool { member.user != session.userID }

  /// Whether an entry of a list of people is the account's own.
  public func isOwn(_ row: SheetRow) -> Bool { row.id.text == session.userID.rawValue }

  /// Whether there is something to do to the person of the open profile.
  public var canManageProfile: Bool { profile.value?.isOwn == false && conversation.value != nil }

  /// Lists what can be done to the sender of a message; `tell` says what came of it.
  public func manageSender(of row: MessageRowViewModel, tell: @escaping (String) -> Void) {
    if let message = row.shown, canManage(row) { manage(message.sender, tell) }
  }

  /// Lists what can be done to a member.
  public func manage(_ member: MemberRow, tell: @escaping (String) -> Void) {
    if let user = member.user, canManage(member) { manage(user, tell) }
  }

  /// Lists what can be done to the person of the open profile, in the open room.
  public func manageProfile(tell: @escaping (String) -> Void) {
    if let profile = profile.value, canManageProfile { manage(profile.userID, tell) }
  }

  /// Opens the profile of a member.
  public func openProfile(of member: MemberRow) {
    if let user = member.user { openProfile(user) }
  }

  private func manage(_ user: UserID, _ tell: @escaping (String) -> Void) {
    guard let open = conversation.value else { return }
    let name = open.roomName.value
    let place = PersonPlace(
      user: user, room: open.roomID, roomName: name.isEmpty ? "the room" : Names.label(name))
    manage(place, inside: nil, tell)
  }

  /// Lists what can be done to somebody in the settings of a room, and goes back to these.
  func manage(
    _ user: UserID, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let name = RoomSettingText.name(model.settings).map { Names.label($0) }
    let place = PersonPlace(user: user, room: model.room, roomName: name ?? "the room")
    manage(place, inside: sheet.value, tell)
  }

  private func manage(
    _ place: PersonPlace, inside parent: SheetViewModel?, _ tell: @escaping (String) -> Void
  ) {
    let own = session.userID
    let person = Property<PersonInRoom?>(
      initial: nil, then: session.rooms.person(place.user, in: place.room).map { $0 })
    show(
      SheetViewModel(
        title: "\(Names.label(place.user)) in \(place.roomName)",
        rows: person.map { $0.map { PersonText.rows($0, own: own) } ?? [] },
        note: person.map { $0 == nil ? "Loading…" : "" }, keepsFocus: true,
        more: .init(undo: roomChanges.undo(in: place.room))
      ) { [weak self] row in
        guard let person = person.value, let act = PersonAct(rawValue: row.id.text) else { return }
        self?.ask(act, person, place, tell)
      }, inside: parent)
  }

  private func ask(
    _ act: PersonAct, _ person: PersonInRoom, _ place: PersonPlace,
    _ tell: @escaping (String) -> Void
  ) {
    let (rooms, user, room) = (session.rooms, place.user, place.room)
    let name = PersonText.name(person.user)
    switch act {
    case .kick:
      askWithReason(
        "Remove \(name) from \(place.roomName)", "remove them",
        done: { [weak self] in self?.tellRemoved("Removed: \(name)", person, room, tell) }
      ) { rooms.kick(user, from: room, reason: $0) }
    case .ban:
      askWithReason(
        "Ban \(name) from \(place.roomName)", "ban them",
        done: {
          tell("Banned: \(name)")
        }
      ) { rooms.ban(user, from: room, reason: $0) }
    case .withdraw:
      confirm(
        "Withdraw the invite of \(name)?",
        done: { [weak self] in
          self?.tellRemoved("The invite is withdrawn: \(name)", person, room, tell)
        }
      ) { rooms.kick(user, from: room, reason: "") }
    case .decline:
      confirm("Decline the request of \(name)?", done: { tell("Declined: \(name)") }) {
        rooms.kick(user, from: room, reason: "")
      }
    case .unban:
      let done = { [roomChanges] in roomChanges.endedBan(of: person.user, in: room, tell: tell) }
      confirm("End the ban of \(name)?", done: done) { rooms.unban(user, in: room) }
    case .letIn, .invite:
      askWithReason(
        "Invite \(name) to \(place.roomName)", "invite them",
        done: { [roomChanges] in roomChanges.invited(person.user, to: room, tell: tell) }
      ) { rooms.invite(user, to: room, reason: $0) }
    case .power: choosePower(person, place, tell)
    }
  }

  /// Says that somebody is out of the room, and offers to invite them again where the account may.
  private func tellRemoved(
    _ text: String, _ person: PersonInRoom, _ room: RoomID, _ tell: @escaping (String) -> Void
  ) {
    let refusal = PersonText.refusal(
      .invite, person.powers, by: session.userID, on: person.user.id)
    guard refusal.isEmpty else { return tell(text) }
    roomChanges.removed(person.user, from: room, text, tell: tell)
  }

  private func confirm(
    _ title: String, _ effect: String = "yes", done: @escaping () -> Void,
    _ work: @escaping () -> Signal<Void, RequestError>
  ) {
    questions.confirm(title, "y: \(effect), any other key: no", titleRows: 4) { [weak self] in
      let asked = self?.questions.presence()
      return work().onMain(completed: {
        if asked?() == true { self?.closeSheet() }
        done()
      })
    }
  }

  /// Asks for a reason, which may be empty, and then whether to go on; afterwards, the list closes.
  func askWithReason(
    _ title: String, _ effect: String, done: @escaping () -> Void,
    _ work: @escaping (String) -> Signal<Void, RequestError>
  ) {
    questions.askOptionally(title, placeholder: PersonText.reasonPlaceholder) {
      [weak self] reason in
      let because = reason.isEmpty ? "" : " Reason: \(Names.brief(reason))"
      self?.confirm("\(title)?\(because)", effect, done: done) { work(reason) }
      return .empty
    }
  }

  // MARK: Power

  private func choosePower(
    _ person: PersonInRoom, _ place: PersonPlace, _ tell: @escaping (String) -> Void
  ) {
    let choices = PowerChoice.choices(person.powers)
    let rows = choices.map { $0.row(person) }
    let note = MutableProperty("")
    show(
      SheetViewModel(
        title: "Power of \(PersonText.name(person.user))", rows: Property(rows), note: note,
        keepsFocus: true
      ) { [weak self] row in
        guard let self, let index = rows.firstIndex(of: row) else { return }
        guard let level = choices[index].level else { return askForPower(person, place, tell) }
        confirmPower(level, person, place, tell)
      }, inside: sheet.value)
  }

  private func askForPower(
    _ person: PersonInRoom, _ place: PersonPlace, _ tell: @escaping (String) -> Void
  ) {
    questions.ask(
      "Power of \(PersonText.name(person.user))",
      placeholder: "0 ordinary, 50 moderator, 100 admin"
    ) { [weak self] text in
      guard let level = PowerText.level(text) else { return .unusable(PowerText.range) }
      self?.confirmPower(level, person, place, tell)
      return .empty
    }
  }

  /// Asks before the change: who gets as much power as the account cannot lose it by this account.
  private func confirmPower(
    _ level: Int, _ person: PersonInRoom, _ place: PersonPlace, _ tell: @escaping (String) -> Void
  ) {
    let (own, changes) = (person.powers?.level(of: session.userID), roomChanges)
    let isFinal = own.map { level >= $0 } ?? false
    questions.confirm(
      "Give \(PersonText.name(person.user)) the power \(level) in \(place.roomName)?"
        + (isFinal ? " You could not take it back: it is as much as yours." : ""), titleRows: 4
    ) { [weak self] in
      let asked = self?.questions.presence()
      return changes.set(.power(place.user, level), in: place.room, isFinal: isFinal, tell: tell) {
        if asked?() == true { self?.closeSheet() }
      }
    }
  }
}

/// A person, and the room in which something happens to them.
private struct PersonPlace {
  let user: UserID
  let room: RoomID
  let roomName: String
}

/// A level that can be chosen for a person; nil for another number.
private nonisolated struct PowerChoice {
  let level: Int?
  let text: String

  static func choices(_ powers: RoomPowers?) -> [PowerChoice] {
    let ordinary = powers?.ordinary ?? 0
    let named = [50, 100].filter { $0 != ordinary }
    return [PowerChoice(level: ordinary, text: "that of everybody (\(ordinary))")]
      + named.map { PowerChoice(level: $0, text: RoomSettingText.power($0)) }
      + [PowerChoice(level: nil, text: "another number")]
  }

  /// The entry, with a sign for the level of now.
  func row(_ person: PersonInRoom) -> SheetRow {
    let now = person.powers?.level(of: person.user.id)
    return SheetRow(
      id: RowID(text), timeText: "",
      markText: level != nil && level == now ? SheetRow.chosenMark : " ",
      quote: QuoteText(bodyText: text))
  }
}
