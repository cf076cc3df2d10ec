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
      name = Names.label(room)
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

  /// The look-alikes among an account's rooms, invites and spaces, found on a scheduler.
  static func found(
    in rooms: any RoomsController, on scheduler: any Scheduler
  ) -> Signal<[RoomID: String], Never> {
    Signal<Void, Never>.timer(after: patience, on: scheduler)
      .flatMap(.latest) { rooms.roomChanges.observe(on: scheduler) }
      .scan(RoomLookAlikes()) { $0.after($1) }.map { $0.found }.skipRepeats()
  }

  /// The look-alikes after a change.
  func after(_ change: RoomsChange) -> RoomLookAlikes {
    var next = self
    switch change {
    case .all(let all):
      next.rooms = [:]
      next.rooms.reserveCapacity(all.count)
      for room in all where room.isCompared { next.rooms[room.id] = Named(room) }
    case .changed(let some):
      // Most changes are messages.
      let named = some.filter { isNews($0) }
      guard !named.isEmpty else { return self }
      for room in named { next.rooms[room.id] = room.isCompared ? Named(room) : nil }
    }
    next.compare()
    return next
  }

  private func isNews(_ room: Room) -> Bool {
    let known = rooms[room.id]
    guard room.isCompared else { return known != nil }
    return known?.name != Names.label(room) || known?.address != Names.address(room)
  }

  private mutating func compare() {
    found = [:]
    let comparesLetters = rooms.values.contains { !$0.isASCII }
    var alike: [String: [RoomID]] = [:]
    for (id, room) in rooms {
      if comparesLetters, room.keys == nil { rooms[id]?.keys = room.name.lookAlikeKeys }
      for key in rooms[id]?.keys ?? [room.name] { alike[key, default: []].append(id) }
    }
    for ids in alike.values where ids.count > 1 { tellApart(ids) }
    // A name may have another room's address in it, with that room's name before it or not.
    for (id, room) in rooms where found[id] == nil && room.hasAddressInName {
      found[id] = room.address
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
      if part.count < found[id]?.count ?? .max { found[id] = part }
    }
  }
}

nonisolated extension String {
  /// Whether a word of it could be the address of a room or a person; the wide signs look like the others.
  fileprivate var hasAddress: Bool {
    split(whereSeparator: \.isWhitespace).contains { word in
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
