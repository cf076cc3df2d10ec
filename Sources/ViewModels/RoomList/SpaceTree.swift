import Models

/// The spaces that the account is in, as a tree, and the rooms in them.
///
/// Everything that servers say of spaces may be wrong: a space may contain itself, and two spaces each
/// other. Each space and each room has one place, the first one found from the top.
nonisolated struct SpaceTree: Equatable {
  /// A space at its place.
  struct Space: Equatable {
    let id: RoomID
    let nameText: String
    let depth: Int
  }

  /// Deeper spaces are shown at this depth: their names need room in the list.
  private static let deepest = 3

  /// The spaces, each followed by those in it.
  private(set) var spaces: [Space] = []
  private var places: [RoomID: Int] = [:]

  init() {}

  /// Takes the spaces among some rooms.
  init(_ rooms: some Sequence<Room>) {
    let found = rooms.filter(\.isShownSpace)
    guard !found.isEmpty else { return }
    let links = Links(found)
    var placed: Set<RoomID> = []
    places.reserveCapacity(found.reduce(0) { $0 + $1.children.count })
    let sorted = found.map { (key: Names.text($0).lowercased(), space: $0) }
      .sorted { ($0.key, $0.space.id.rawValue) < ($1.key, $1.space.id.rawValue) }.map(\.space)
    let tops = sorted.filter { !links.inside.contains($0.id) }
    // Those left after that are in a circle.
    for space in tops + sorted { add(space, links, &placed) }
  }

  /// The index of the space that a room is shown in.
  func index(of room: RoomID) -> Int? { places[room] }

  private mutating func add(_ top: Room, _ links: Links, _ placed: inout Set<RoomID>) {
    var waiting = [(space: top, depth: 0)]
    while let (space, depth) = waiting.popLast() {
      guard placed.insert(space.id).inserted else { continue }
      let index = spaces.count
      places.merge(space.children.lazy.map { ($0, index) }) { first, _ in first }
      spaces.append(
        Space(id: space.id, nameText: Names.label(space), depth: min(depth, Self.deepest)))
      waiting += links.spaces[space.id, default: []].reversed().map { ($0, depth + 1) }
    }
  }

  /// How some spaces contain each other.
  private struct Links {
    /// The spaces in each space, in its order.
    private(set) var spaces: [RoomID: [Room]] = [:]
    /// Those in another one.
    private(set) var inside: Set<RoomID> = []

    init(_ found: [Room]) {
      let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      for space in found {
        let inner = space.children.compactMap { byID[$0] }
        guard !inner.isEmpty else { continue }
        spaces[space.id] = inner
        inside.formUnion(inner.lazy.map(\.id).filter { $0 != space.id })
      }
    }
  }
}
