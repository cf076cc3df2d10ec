import Models

/// What decides in which section a room is, at which place, and whether it is shown.
struct RoomPlan: Equatable {
  /// A section and how deep it is in the tree of spaces.
  struct Entry: Equatable {
    let section: RoomSection
    var titleText: String
    var depth = 0

    var isSpace: Bool { if case .space = section { true } else { false } }
  }

  private(set) var tree = SpaceTree()
  /// The order of sections that do not sort by activity.
  var sorts: [RoomSection: RoomSort] = [:]
  var filter = RoomFilter.all
  /// What the name of a room must contain.
  var words = RoomWords("")
  /// The open room, which is of every kind: opening it may be what ends the reason why it was shown.
  var open: RoomID?

  /// The sections from the first to the last.
  private(set) var entries = RoomPlan.entries(SpaceTree())

  /// The index after the last section, which stands for rooms that a filter hides.
  var hidden: Int { entries.count }

  var isFiltering: Bool { filter != .all || !words.isEmpty }

  /// What the list is restricted to: "unread", "direct: ada", or empty.
  var filterText: String {
    let kind = filter == .all ? "" : filter.text
    let text = words.isEmpty ? "" : words.text.trimmed
    return kind.isEmpty || text.isEmpty ? kind + text : "\(kind): \(text)"
  }

  /// Shows other spaces.
  mutating func show(_ tree: SpaceTree) {
    guard tree != self.tree else { return }
    self.tree = tree
    entries = Self.entries(tree)
  }

  private static func entries(_ tree: SpaceTree) -> [Entry] {
    let spaces = tree.spaces.map {
      Entry(section: .space(RowID($0.id)), titleText: $0.nameText, depth: $0.depth)
    }
    return [
      Entry(section: .invites, titleText: "Invites"),
      Entry(section: .favourites, titleText: "Favourites"),
      Entry(section: .direct, titleText: "Direct"),
    ] + spaces + [
      Entry(section: .rooms, titleText: "Rooms"),
      Entry(section: .lowPriority, titleText: "Low priority"),
    ]
  }

  /// The index after a space and all those in it, or after another section.
  func end(ofTreeAt index: Int) -> Int {
    guard entries[index].isSpace else { return index + 1 }
    let rest = entries[(index + 1)...]
    return rest.firstIndex { !$0.isSpace || $0.depth <= entries[index].depth } ?? entries.count
  }

  /// The spaces around a space, which hide it when they are folded.
  func outerSections(of section: RoomSection) -> Set<RoomSection> {
    guard let index = entries.firstIndex(where: { $0.section == section }) else { return [] }
    var outer: Set<RoomSection> = []
    var depth = entries[index].depth
    for entry in entries[..<index].reversed() where entry.isSpace && entry.depth < depth {
      outer.insert(entry.section)
      depth = entry.depth
    }
    return outer
  }

  /// The index of the section of a room's row.
  func index(of row: RoomRowViewModel) -> Int {
    let room = row.room
    guard words.isEmpty || words.match(row.searchText) else { return hidden }
    if room.membership.isPending { return 0 }
    guard isOfKind(room) || room.id == open else { return hidden }
    if room.isFavourite { return 1 }
    if room.isLowPriority { return entries.count - 1 }
    if room.directUser != nil { return 2 }
    return tree.index(of: room.id).map { 3 + $0 } ?? entries.count - 2
  }

  /// How a section sorts.
  func sort(_ index: Int) -> RoomSort {
    guard entries.indices.contains(index) else { return .activity }
    return sorts[entries[index].section] ?? .activity
  }

  private func isOfKind(_ room: Room) -> Bool {
    switch filter {
    case .all: true
    case .unread: room.isUnread
    case .mentions: room.shownMentionCount > 0
    case .direct: room.directUser != nil
    case .rooms: room.directUser == nil
    }
  }
}
