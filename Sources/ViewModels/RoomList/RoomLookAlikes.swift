import Controllers
import Models
import Signals

/// The rooms whose names look like that of another room, in other letters.
///
/// Rooms of the same name are usual. But a name in other letters that looks the same pretends to be another
/// room, and only addresses tell them apart. Names are compared once one of them has letters beyond ASCII.
nonisolated struct RoomLookAlikes: Sendable {
  private struct Named: Sendable {
    let name: String
    let address: String
    let isASCII: Bool
    /// What the name has in common with those that look the same; nil until names are compared.
    var keys: Set<String>?

    init(_ room: Room) {
      name = Names.label(room)
      address = Names.address(room)
      isASCII = name.isASCII
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
      for room in all where room.membership != .left { next.rooms[room.id] = Named(room) }
    case .changed(let some):
      // Most changes are messages.
      let named = some.filter { isNews($0) }
      guard !named.isEmpty else { return self }
      for room in named { next.rooms[room.id] = room.membership == .left ? nil : Named(room) }
    }
    next.compare()
    return next
  }

  private func isNews(_ room: Room) -> Bool {
    let known = rooms[room.id]
    guard room.membership != .left else { return known != nil }
    return known?.name != Names.label(room) || known?.address != Names.address(room)
  }

  private mutating func compare() {
    found = [:]
    guard rooms.values.contains(where: { !$0.isASCII }) else { return }
    var alike: [String: [RoomID]] = [:]
    for (id, room) in rooms {
      let keys = room.keys ?? room.name.lookAlikeKeys
      rooms[id]?.keys = keys
      for key in keys { alike[key, default: []].append(id) }
    }
    for ids in alike.values where ids.count > 1 {
      let named = ids.compactMap { rooms[$0] }
      guard named.contains(where: { !$0.isASCII }), Set(named.map(\.name)).count > 1 else {
        continue
      }
      let parts = LookAlikeName.differingParts(of: named.map(\.address))
      for id in ids {
        guard let part = rooms[id].flatMap({ parts[$0.address] }) else { continue }
        // Of several groups, the one with the closest address.
        if part.count < found[id]?.count ?? .max { found[id] = part }
      }
    }
  }
}
