import Controllers
import Models
import Signals

/// The settings of a room, and the people in it.
extension MainViewModel {
  /// Shows the settings of a room; `tell` says what came of a change.
  public func showRoomSettings(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    showSettings(of: row.roomID, name: row.content.value.nameText, tell)
  }

  /// Shows the settings of the space at an index of the list.
  public func showSpaceSettings(at index: Int, tell: @escaping (String) -> Void) {
    guard let space = roomList.space(at: index) else { return }
    showSettings(of: space.id, name: space.name, tell)
  }

  private func showSettings(
    of room: RoomID, name: String, _ tell: @escaping (String) -> Void
  ) {
    let model = RoomSettingsViewModel(
      room: room, name: name, names: { [weak self] in self?.roomName($0) ?? $0.rawValue },
      session: session, world: world)
    let sheet = SheetViewModel(
      title: "Settings of \(name)", header: model.header, rows: model.rows, note: model.noteText,
      keepsFocus: true,
      more: .init(
        undo: roomChanges.undo(in: room),
        report: { [weak self] tell in self?.askToReport(room, named: name, tell) })
    ) { [weak self] row in self?.choose(row, in: model, tell) }
    // The first is a heading.
    sheet.place = 1
    show(sheet)
  }

  private func choose(
    _ row: SheetRow, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    guard let settings = model.settings else { return }
    if let kind = RoomSettingText.kind(row.id.text) {
      return change(kind, settings, in: model, tell)
    }
    if let permission = RoomPermission(rawValue: row.id.text) {
      return change(permission, settings, in: model, tell)
    }
    switch RoomSettingText.Entry(rawValue: row.id.text) {
    case .members: showPeople([.joined, .invited], "Members", in: model, tell)
    case .asking: showAsking(in: model, tell)
    case .banned: showPeople([.banned], "Banned", in: model, tell)
    case .version: chooseVersion(in: model, tell)
    case .id, nil: break
    }
  }

  // MARK: Settings

  private func change(
    _ kind: RoomSetting.Kind, _ settings: RoomSettings, in model: RoomSettingsViewModel,
    _ tell: @escaping (String) -> Void
  ) {
    switch (kind, settings.values[kind]) {
    case (.name, let value):
      guard case .name(let name) = value ?? .name("") else { return }
      ask("Name of the room", "empty for none", name, in: model, tell) { .name($0) }
    case (.topic, let value):
      guard case .topic(let topic) = value ?? .topic("") else { return }
      ask("Topic of the room", "empty for none", topic, in: model, tell) { .topic($0) }
    case (.address, let value): askForAddress(value, in: model, tell)
    case (.otherAddress, _): showOtherAddresses(in: model, tell)
    case (.allowedRoom, _): showAllowedRooms(in: model, tell)
    case (.picture, let value):
      changePicture(value, tell) { [weak self] in self?.set($0, in: model, tell) ?? .empty }
    case (.joinRule, let value):
      let rules = ["invite", "knock", "restricted", "knock_restricted", "public"]
      choose(
        "Who may join", among: rules.map { RoomSetting.joinRule($0) }, value, in: model, tell,
        refused: { setting in
          guard case .joinRule(let rule) = setting, !settings.knows(joinRule: rule) else {
            return ""
          }
          return "Rooms of version \(settings.version) do not have this"
        })
    case (.historyVisibility, let value):
      let rules = ["joined", "invited", "shared", "world_readable"]
      choose(
        "Who reads what was written before", among: rules.map { .historyVisibility($0) }, value,
        in: model, tell)
    case (.guests, let value):
      choose(
        "People without an account", among: [.guests(false), .guests(true)], value, in: model, tell)
    case (.listed, let value):
      choose("The directory", among: [.listed(false), .listed(true)], value, in: model, tell)
    case (.power, _), (.permission, _): break
    }
  }

  func set(
    _ setting: RoomSetting, in model: RoomSettingsViewModel, isFinal: Bool = false,
    _ tell: @escaping (String) -> Void
  ) -> Signal<Void, RequestError> {
    let settings = model.settings
    return roomChanges.set(
      setting, in: model.room, isFinal: isFinal,
      words: { RoomSettingText.changed($0, in: settings) }, tell: tell
    ) { [weak model] in model?.load() }
  }

  private func ask(
    _ title: String, _ placeholder: String, _ answer: String, in model: RoomSettingsViewModel,
    _ tell: @escaping (String) -> Void, setting: @escaping (String) -> RoomSetting
  ) {
    questions.askOptionally(
      title, placeholder: placeholder, answer: answer, isChange: true
    ) { [weak self] text in
      self?.set(setting(text), in: model, tell) ?? .empty
    }
  }

  private func askForAddress(
    _ value: RoomSetting?, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    guard case .address(let alias) = value ?? .address(nil) else { return }
    questions.askOptionally(
      "Address of the room",
      placeholder: "#tea:\(session.userID.serverName), or empty for none",
      answer: alias?.rawValue ?? "", isChange: true
    ) { [weak self] text in
      guard let self else { return .empty }
      if text.isBlank { return set(.address(nil), in: model, tell) }
      guard let alias = address(text) else {
        return .failed(RequestError(operation: .changeRoom, reason: .invalidInput(text)))
      }
      return set(.address(alias), in: model, tell)
    }
  }

  /// Shows the values of a setting in place of the settings, and returns to these.
  func choose(
    _ title: String, among choices: [RoomSetting], _ current: RoomSetting?,
    in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void,
    words: (RoomSetting) -> String = RoomSettingText.value,
    refused: (RoomSetting) -> String = { _ in "" }
  ) {
    let rows = choices.map { choice in
      SheetRow(
        choice: words(choice), isChosen: choice == current,
        refusal: refused(choice))
    }
    let note = MutableProperty("")
    show(
      SheetViewModel(title: title, rows: Property(rows), note: note, keepsFocus: true) {
        [weak self] row in
        guard let self, let index = rows.firstIndex(of: row) else { return }
        note.value = "Changing…"
        _ = set(choices[index], in: model, tell).handled(
          completed: { [weak self] in self?.closeSheet() },
          failed: { note.value = ErrorSentences.text($0) }
        ).detached()
      }, inside: sheet.value)
  }

  // MARK: People

  /// Shows people of the room; the list follows the room, and everybody keeps their place in it.
  private func showPeople(
    _ standings: Set<RoomPerson.Standing>, _ title: String, in model: RoomSettingsViewModel,
    _ tell: @escaping (String) -> Void
  ) {
    let own = session.userID
    let places = Dictionary(
      model.people.enumerated().map { ($1.user.id, $0) }
    ) { first, _ in first }
    let people = model.everybody.map { people in
      people.filter { standings.contains($0.standing) }.enumerated()
        .map { (place: places[$1.user.id] ?? .max, index: $0, person: $1) }
        .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.person)
    }
    let rows = people.combineLatest(with: model.powers.combineLatest(with: model.current)).map {
      people, known in
      RoomPersonText.rows(people, known.1, known.0, own: own)
    }
    let chosen = { (row: SheetRow) in
      people.value.first { $0.user.id.rawValue == row.id.text }
    }
    show(
      SheetViewModel(
        title: title, rows: rows, note: Property(""), keepsFocus: true,
        more: .init(
          undo: roomChanges.undo(in: model.room),
          manage: { [weak self] row, tell in
            guard let user = chosen(row)?.user.id, user != own else { return }
            self?.manage(user, in: model, tell)
          })
      ) { [weak self] row in
        chosen(row).map { self?.change($0, in: model, tell) }
      }, inside: sheet.value)
  }

  /// Shows who asks to join; the list follows the room and stays open.
  private func showAsking(
    in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let own = session.userID
    let asking = model.everybody.map { $0.filter { $0.standing == .asking } }
    let rows = asking.combineLatest(with: model.powers.combineLatest(with: model.current)).map {
      people, known in
      RoomPersonText.rows(people, known.1, known.0, own: own)
    }
    show(
      SheetViewModel(
        title: Self.askingTitle, rows: rows, note: model.noteText, keepsFocus: true
      ) { [weak self] row in
        guard let person = asking.value.first(where: { $0.user.id.rawValue == row.id.text })
        else { return }
        self?.answer(person, in: model, tell)
      }, inside: sheet.value)
  }

  /// Asks whether a person who asks to join is let in.
  private func answer(
    _ person: RoomPerson, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let refusal = PersonText.refusal(
      .kick, model.powers.value, by: session.userID, on: person.user.id)
    let rows = [
      SheetRow(id: RowID("in"), nameText: "let them in", factsText: "", action: "let in"),
      SheetRow(
        id: RowID("decline"), nameText: "decline the request", factsText: refusal,
        action: refusal.isEmpty ? "decline" : "", refusal: refusal),
    ]
    show(
      SheetViewModel(
        title: PersonText.name(person.user), rows: Property(rows), note: Property(""),
        keepsFocus: true
      ) { [weak self] row in
        row.id == rows[0].id
          ? self?.letIn(person, in: model, tell) : self?.decline(person, in: model, tell)
      }, inside: sheet.value)
  }

  private func letIn(
    _ person: RoomPerson, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let (rooms, room, user) = (session.rooms, model.room, person.user)
    askWithReason(
      "Let \(PersonText.name(user)) in", "invite them",
      done: { [weak self] in
        self?.roomChanges.invited(user, to: room, tell: tell, done: model.load)
        self?.answered(person, in: model)
      }
    ) { rooms.invite(user.id, to: room, reason: $0) }
  }

  private func decline(
    _ person: RoomPerson, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let (rooms, room, user) = (session.rooms, model.room, person.user)
    askWithReason(
      "Decline the request of \(PersonText.name(user))", "decline it",
      done: { [weak self] in
        tell("Declined: \(PersonText.name(user))")
        self?.answered(person, in: model)
      }
    ) { rooms.kick(user.id, from: room, reason: $0) }
  }

  /// The list of those who ask closes with the last of them.
  private func answered(_ person: RoomPerson, in model: RoomSettingsViewModel) {
    let others = model.people.contains { $0.standing == .asking && $0.user.id != person.user.id }
    if !others, sheet.value?.titleText == Self.askingTitle { closeSheet() }
    model.load()
  }

  private static var askingTitle: String { "Asking to join" }

  /// Why the account could not take a power back that it gives; nil when it could.
  private func finality(
    of level: Int, for user: UserID, in model: RoomSettingsViewModel
  ) -> String? {
    guard let own = model.settings?.ownPower else { return nil }
    if user == session.userID {
      return level < own ? "You could not give yours back to yourself." : nil
    }
    return level >= own ? "You could not take it back: it is as much as yours." : nil
  }

  private func change(
    _ person: RoomPerson, in model: RoomSettingsViewModel, _ tell: @escaping (String) -> Void
  ) {
    let (rooms, room, user) = (session.rooms, model.room, person.user.id)
    let name = PersonText.name(person.user)
    switch person.standing {
    case .joined, .invited:
      questions.ask(
        "Power of \(name)", placeholder: "0 ordinary, 50 moderator, 100 admin",
        answer: person.power.map(String.init) ?? "", isChange: true
      ) { [weak self] text in
        guard let level = PowerText.level(text) else { return .unusable(PowerText.range) }
        guard let warning = self?.finality(of: level, for: user, in: model) else {
          return self?.set(.power(user, level), in: model, tell) ?? .empty
        }
        self?.questions.confirm("Give \(name) the power \(level)? \(warning)", titleRows: 4) {
          self?.set(.power(user, level), in: model, isFinal: true, tell) ?? .empty
        }
        return .empty
      }
    case .asking: break
    case .banned:
      questions.confirm("End the ban of \(name)?") { [weak self] in
        let isAsked = self?.questions.presence()
        return rooms.unban(user, in: room).onMain(completed: {
          self?.roomChanges.endedBan(
            of: person.user, in: room, reason: person.reason ?? "", tell: tell, done: model.load)
          model.load()
          if isAsked?() == true { self?.closeSheet() }
        })
      }
    }
  }
}
