import Models

/// The spaces that the account is in, as a tree, and the rooms in them.
///
/// Everything that servers say of spaces may be wrong: a space may contain itself, and two spaces each
/// other. Each space and each room has one place, the first one found from the top.
struct SpaceTree: Equatable {
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
    let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    let inside = Set(found.flatMap { space in space.children.filter { $0 != space.id } })
    let sorted = found.map { (key: Names.text($0).lowercased(), space: $0) }
      .sorted { ($0.key, $0.space.id.rawValue) < ($1.key, $1.space.id.rawValue) }.map(\.space)
    let tops = sorted.filter { !inside.contains($0.id) }
    // Those left after that are in a circle.
    for space in tops + sorted { add(space, among: byID) }
  }

  /// The index of the space that a room is shown in.
  func index(of room: RoomID) -> Int? { places[room] }

  private mutating func add(_ top: Room, among all: [RoomID: Room]) {
    var known = Set(spaces.map(\.id))
    var waiting = [(space: top, depth: 0)]
    while let (space, depth) = waiting.popLast() {
      guard known.insert(space.id).inserted else { continue }
      for child in space.children where places[child] == nil { places[child] = spaces.count }
      spaces.append(
        Space(id: space.id, nameText: Names.label(space), depth: min(depth, Self.deepest)))
      waiting += space.children.reversed().compactMap { child in
        all[child].map { ($0, depth + 1) }
      }
    }
  }
}
