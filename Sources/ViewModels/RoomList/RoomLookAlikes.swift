import Controllers
import Models
import Signals

/// The rooms whose names are, or look like, that of another room.
///
/// Only addresses tell them apart; a name in other letters that looks the same even pretends to be another
/// room. The letters of names are compared once one of them has letters beyond ASCII.
nonisolated struct RoomLookAlikes: Sendable {
  private struct Named: Sendable {
    let name: String
    let address: String
    let isASCII: Bool
    let isDirect: Bool
    /// What the name has in common with those that look the same; nil until names are compared.
    var keys: Set<String>?

    var hasAddressInName: Bool {
      name != address && (name.hasAddress || keys?.contains(where: \.hasAddress) == true)
    }

    init(_ room: Room) {
      // A list may have no room for more than the beginning.
      name = Names.shownBeginning(room)
      address = Names.address(room)
      isASCII = name.isASCII
      isDirect = room.directUser != nil
    }
  }

  /// By then the first screen is there, which needs the processor more: to compare 2,000 names takes it
  /// 30 ms.
  static let patience = Duration.milliseconds(50)

  /// These rooms, with the ends of their addresses from where they differ.
  private(set) var found: [RoomID: String] = [:]
  private var rooms: [RoomID: Named] = [:]
  /// The rooms by what their names have in common with others.
  private var groups: [String: [RoomID]] = [:]
  private var comparesLetters = false

  /// The look-alikes among an account's rooms, invites and spaces, found on a scheduler.
  static func found(
    in rooms: any RoomsController, on scheduler: any Scheduler
  ) -> Signal<[RoomID: String], Never> {
    Signal<Void, Never>.timer(after: patience, on: scheduler)
      .flatMap(.latest) { rooms.roomChanges.observe(on: scheduler) }
      .scan(RoomLookAlikes()) { $0.after($1) }.map { $0.found }.skipRepeats()
  }

  /// The look-alikes after a change.
  ///
  /// To compare 2,000 names anew for each change would take a hundred times as long as to compare those that
  /// the change concerns.
  func after(_ change: RoomsChange) -> RoomLookAlikes {
    switch change {
    case .all(let all):
      var next = RoomLookAlikes()
      next.rooms.reserveCapacity(all.count)
      for room in all where room.isCompared { next.rooms[room.id] = Named(room) }
      next.compareAll()
      return next
    case .changed(let some):
      // Most changes are messages.
      let named = some.filter { isNews($0) }
      guard !named.isEmpty else { return self }
      var next = self
      next.show(named)
      return next
    }
  }

  private func isNews(_ room: Room) -> Bool {
    let known = rooms[room.id]
    guard room.isCompared else { return known != nil }
    return known?.name != Names.shownBeginning(room) || known?.address != Names.address(room)
  }

  private var hasOtherLetters: Bool { rooms.values.contains { !$0.isASCII } }

  private mutating func compareAll() {
    (found, groups) = ([:], [:])
    comparesLetters = hasOtherLetters
    for id in Array(rooms.keys) {
      if !comparesLetters { rooms[id]?.keys = nil }
      add(id)
    }
    for ids in groups.values where ids.count > 1 { tellApart(ids) }
    showAddresses(in: rooms.keys)
  }

  private mutating func show(_ changed: [Room]) {
    var keys: Set<String> = []
    for room in changed {
      keys.formUnion(remove(room.id))
      if room.isCompared { rooms[room.id] = Named(room) }
    }
    let ids = Set(changed.map(\.id)).filter { rooms[$0] != nil }
    guard comparesLetters == hasOtherLetters else { return compareAll() }
    for id in ids { keys.formUnion(add(id)) }
    let concerned = Set(keys.flatMap { groups[$0] ?? [] })
    for id in concerned { found[id] = nil }
    for key in Set(concerned.flatMap(keys(of:))) {
      if let group = groups[key], group.count > 1 { tellApart(group) }
    }
    showAddresses(in: concerned)
  }

  /// What the name of a room has in common with those that look the same.
  private func keys(of id: RoomID) -> Set<String> {
    guard let room = rooms[id] else { return [] }
    return room.keys ?? [room.name]
  }

  @discardableResult
  private mutating func add(_ id: RoomID) -> Set<String> {
    if comparesLetters, let room = rooms[id], room.keys == nil {
      rooms[id]?.keys = room.name.lookAlikeKeys
    }
    let keys = keys(of: id)
    for key in keys { groups[key, default: []].append(id) }
    return keys
  }

  private mutating func remove(_ id: RoomID) -> Set<String> {
    let keys = keys(of: id)
    for key in keys {
      groups[key]?.removeAll { $0 == id }
      if groups[key]?.isEmpty == true { groups[key] = nil }
    }
    (rooms[id], found[id]) = (nil, nil)
    return keys
  }

  /// A name may have another room's address in it, with that room's name before it or not.
  private mutating func showAddresses(in ids: some Sequence<RoomID>) {
    for id in ids where found[id] == nil {
      if let room = rooms[id], room.hasAddressInName { found[id] = room.address }
    }
  }

  private mutating func tellApart(_ ids: [RoomID]) {
    let named = ids.compactMap { rooms[$0] }
    let hasSame = Set(named.map(\.name)).count < named.count
    guard hasSame || named.contains(where: { !$0.isASCII }) else { return }
    // Whoever has several chats with one person writes to that person in each.
    if let first = named.first, named.allSatisfy({ $0.isDirect && $0.address == first.address }) {
      return
    }
    // Any server can claim an address for its room.
    let uses = Dictionary(named.map { ($0.address, 1) }, uniquingKeysWith: +)
    let addresses = zip(ids, named).map { uses[$1.address] == 1 ? $1.address : $0.rawValue }
    let parts = LookAlikeName.differingParts(of: addresses)
    for (id, address) in zip(ids, addresses) {
      guard let part = parts[address] else { continue }
      // Of several groups, the one with the closest address.
      let last = found[id]
      if last.map({ (part.count, part) < ($0.count, $0) }) ?? true { found[id] = part }
    }
  }
}

nonisolated extension String {
  /// Whether a word of it could be the address of a room or a person; the wide signs look like the others.
  fileprivate var hasAddress: Bool {
    // Few names have a colon, and to look at letters takes most of the time of a comparison.
    guard unicodeScalars.contains(where: { $0 == ":" || $0 == "\u{FF1A}" }) else { return false }
    return split(whereSeparator: \.isWhitespace).contains { word in
      guard let start = word.firstIndex(where: { "#!@\u{FF03}\u{FF01}\u{FF20}".contains($0) }),
        let colon = word[start...].firstIndex(where: { ":\u{FF1A}".contains($0) })
      else { return false }
      return word.index(after: colon) < word.endIndex
    }
  }
}

nonisolated extension Room {
  /// Whether the list shows the room: not once another one, mostly of the same name, took its place.
  fileprivate var isCompared: Bool { membership != .left && !isReplaced }
}
