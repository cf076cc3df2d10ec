import Controllers
import Models

/// The words for the settings of a room.
nonisolated enum RoomSettingText {
  /// The entries of the list that are no setting.
  enum Entry: String {
    case members, asking, banned, version, id
  }

  /// All entries, under the headings of their parts.
  static func rows(
    _ settings: RoomSettings, _ people: [RoomPerson], room: RoomID, names: (RoomID) -> String
  ) -> [SheetRow] {
    let others = settings.otherAddresses.map(\.rawValue).joined(separator: ", ")
    let allowed = settings.allowedRooms.map(names).joined(separator: ", ")
    let access: [SheetRow] =
      [row(.joinRule, settings)]
      + (settings.leavesJoiningToRooms ? [list(.allowedRoom, allowed, settings)] : [])
      + [row(.historyVisibility, settings), row(.guests, settings)]
    return [SheetRow(heading: "The room", isFirst: true)]
      + [row(.name, settings), row(.topic, settings), row(.picture, settings)]
      + [SheetRow(heading: "Addresses"), row(.address, settings)]
      + [list(.otherAddress, others, settings), directory(settings)]
      + [SheetRow(heading: "Access")] + access
      + [SheetRow(heading: "People")] + lists(of: people)
      + RoomPermissionText.rows(settings)
      + [SheetRow(heading: "Version"), version(settings), fact(.id, "Room ID", room.rawValue)]
  }

  private static func lists(of people: [RoomPerson]) -> [SheetRow] {
    [
      members(people),
      list(.asking, "Asking to join", people.count { $0.standing == .asking }),
      list(.banned, "Banned", people.count { $0.standing == .banned }),
    ]
  }

  /// The list of members has those who are invited too.
  private static func members(_ people: [RoomPerson]) -> SheetRow {
    let joined = people.count { $0.standing == .joined }
    let invited = people.count { $0.standing == .invited }
    let others = invited > 0 ? ", \(CountText.grouped(invited)) invited" : ""
    return SheetRow(
      setting: Entry.members.rawValue, "Members", CountText.grouped(joined) + others,
      action: joined + invited > 0 ? "show" : "", refusal: "")
  }

  private static func version(_ settings: RoomSettings) -> SheetRow {
    SheetRow(
      setting: Entry.version.rawValue, "Version", settings.version,
      action: settings.canUpgrade ? "replace" : "",
      refusal: settings.canUpgrade ? "" : refusal(needing: settings.upgradePower, settings))
  }

  /// A setting with several values, which Enter shows also where they cannot be changed.
  private static func list(
    _ kind: RoomSetting.Kind, _ values: String, _ settings: RoomSettings
  ) -> SheetRow {
    SheetRow(
      setting: id(kind), label(kind), values.isEmpty ? "none" : values,
      action: refusal(kind, settings).isEmpty || !values.isEmpty ? "show" : "",
      refusal: values.isEmpty ? refusal(kind, settings) : "")
  }

  private static func row(
    _ kind: RoomSetting.Kind, _ settings: RoomSettings, _ words: String? = nil
  ) -> SheetRow {
    let refusal = refusal(kind, settings)
    return SheetRow(
      setting: id(kind), label(kind), words ?? settings.values[kind].map(value) ?? "none",
      action: refusal.isEmpty ? "change" : "", refusal: refusal)
  }

  private static func directory(_ settings: RoomSettings) -> SheetRow {
    let isListed = settings.values[.listed] == .listed(true)
    return row(
      .listed, settings, isListed && settings.isClosed ? "has the room\(hiding)" : nil)
  }

  /// What a directory may do with a room that is closed to strangers.
  private static let hiding = ", but may not show it: not everybody can join or ask to"

  private static func list(_ entry: Entry, _ label: String, _ count: Int) -> SheetRow {
    SheetRow(
      setting: entry.rawValue, label, CountText.grouped(count), action: count > 0 ? "show" : "",
      refusal: "")
  }

  /// What is told and cannot be changed.
  private static func fact(_ entry: Entry, _ label: String, _ value: String) -> SheetRow {
    SheetRow(setting: entry.rawValue, label, value, action: "", refusal: "")
  }

  /// Why the account cannot change a setting; empty when it can.
  static func refusal(_ kind: RoomSetting.Kind, _ settings: RoomSettings) -> String {
    settings.canChange(kind)
      ? "" : refusal(needing: settings.neededPower[kind] ?? 0, settings)
  }

  static func refusal(needing power: Int, _ settings: RoomSettings) -> String {
    "It needs the power \(power), and you have \(settings.ownPower ?? 0)"
  }

  /// The identity of a setting's entry.
  static func id(_ kind: RoomSetting.Kind) -> String { "\(kind)" }

  static func kind(_ id: String) -> RoomSetting.Kind? {
    RoomSetting.Kind.allCases.first { self.id($0) == id }
  }

  static func label(_ kind: RoomSetting.Kind) -> String {
    switch kind {
    case .name: "Name"
    case .topic: "Topic"
    case .picture: "Picture"
    case .address: "Address"
    case .otherAddress: "More addresses"
    case .joinRule: "Who may join"
    case .allowedRoom: "Allowed rooms"
    case .historyVisibility: "History"
    case .guests: "Guests"
    case .listed: "Directory"
    case .power: "Power"
    case .permission: "Powers"
    }
  }

  static func value(_ setting: RoomSetting) -> String {
    switch setting {
    case .name(let name), .topic(let name): name.isInvisible ? "none" : Names.oneLine(name)
    case .picture(let picture): picture == nil ? "none" : "set"
    case .address(let alias): alias?.rawValue ?? "none"
    case .otherAddress(let alias, let isNamed): isNamed ? alias.rawValue : "none"
    case .allowedRoom(let room, let isAllowed): isAllowed ? room.rawValue : "none"
    case .joinRule(let rule): joinRule(rule)
    case .historyVisibility(let rule): history(rule)
    case .guests(let areAllowed): areAllowed ? "may join" : "may not join"
    case .listed(let isListed): isListed ? "lists the room" : "does not list the room"
    case .power(_, let level), .permission(_, let level): level.map(String.init) ?? "like everybody"
    }
  }

  static func joinRule(_ rule: String) -> String {
    switch rule {
    case "public": "everybody"
    case "invite": "only who is invited"
    case "knock": "who asks and is let in"
    case "restricted": "members of certain rooms"
    case "knock_restricted": "members of certain rooms, and who asks"
    case "private": "nobody"
    default: Names.brief(Names.oneLine(rule))
    }
  }

  static func history(_ rule: String) -> String {
    switch rule {
    case "world_readable": "everybody reads it, without joining"
    case "shared": "members read all of it"
    case "invited": "members read it from their invite on"
    case "joined": "members read it from their joining on"
    default: Names.brief(Names.oneLine(rule))
    }
  }

  /// "Topic changed", when a setting got another value.
  static func changed(_ setting: RoomSetting) -> String {
    switch setting {
    case .otherAddress(_, true): "Address added"
    case .otherAddress(_, false): "Address removed"
    case .allowedRoom(_, true): "Its members may join"
    case .allowedRoom(_, false): "Its members may no longer join"
    case .listed(true): "The directory lists the room"
    case .listed(false): "The directory lists the room no more"
    case .power: "Power changed"
    case .permission(let permission, _): "\(RoomPermissionText.question(permission)) changed"
    default: "\(label(setting.kind)) changed"
    }
  }

  /// The same, of a room with certain settings.
  static func changed(_ setting: RoomSetting, in settings: RoomSettings?) -> String {
    setting == .listed(true) && settings?.isClosed == true
      ? "The directory has the room\(hiding)" : changed(setting)
  }

  /// The room's name; nil when it has none.
  static func name(_ settings: RoomSettings?) -> String? {
    guard case .name(let name) = settings?.values[.name] else { return nil }
    return Names.visible(name)
  }

  /// The address that stands for the room; nil without one.
  static func address(_ settings: RoomSettings?) -> String? {
    guard case .address(let alias?) = settings?.values[.address] else { return nil }
    return alias.rawValue
  }

  /// What is told of a room beside its picture.
  static func facts(_ settings: RoomSettings?, _ people: [RoomPerson]) -> [String] {
    guard let settings else { return [] }
    let count = people.count { $0.standing == .joined }
    let members = count == 1 ? "1 member" : "\(CountText.grouped(count)) members"
    var facts = [people.isEmpty ? "" : members]
    if case .joinRule(let rule) = settings.values[.joinRule] {
      facts.append("\(joinRule(rule)) may join")
    }
    let line = facts.filter { !$0.isEmpty }.joined(separator: " · ")
    guard case .topic(let topic) = settings.values[.topic], !topic.isInvisible else {
      return [line]
    }
    return [line, Names.oneLine(topic)]
  }

  /// A person's power, in words where there are some.
  static func power(_ level: Int?) -> String {
    switch level {
    case nil: "creator"
    case 100?: "admin (100)"
    case 50?: "moderator (50)"
    case let level?: "power \(level)"
    }
  }
}

nonisolated extension RoomSettings {
  /// Whether strangers can neither join the room nor ask to, nor read it: some servers, Synapse among
  /// them, accept such a room for their directory and do not show it there.
  fileprivate var isClosed: Bool {
    let openRules = ["public", "knock", "knock_restricted"].map { RoomSetting.joinRule($0) }
    return !openRules.contains(values[.joinRule] ?? .joinRule("invite"))
      && values[.historyVisibility] != .historyVisibility("world_readable")
  }
}
