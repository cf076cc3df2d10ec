import Models

/// The entries of the list in order: invites, favourites, direct chats, spaces, rooms.
///
/// Anybody can send any number of invites: those beyond a dozen are folded, so that they do not
/// push the rooms away.
public nonisolated struct RoomListEntries: RandomAccessCollection, Equatable, Sendable {
  /// Consecutive entries of one kind; the first group of a section may have its heading.
  public struct Group: Hashable, Sendable {
    /// The kinds of entries.
    public enum Kind: Sendable {
      case invites
      case moreInvites
      case section
      case rooms
    }

    /// The kind of the entries.
    public let kind: Kind
    /// The heading above the first entry, or empty.
    public let titleText: String
    /// The entries.
    public let entries: Range<Int>
    /// How deep the rooms are in spaces.
    public var depth = 0
  }

  /// A group and what its entries are.
  fileprivate struct Part: Equatable, Sendable {
    let group: Group
    /// The indices of the sections, several for a folded space with others in it.
    let sections: Range<Int>
    /// The rows of the entries, or those that the line stands for.
    let rows: Range<Int>
    let line: RoomSectionLine?
  }

  /// Up to this number, invites are not folded.
  private static let unfoldedCount = 12

  /// The rows of each section, then those that a filter hides.
  let sections: [[RoomRowViewModel]]
  private let parts: [Part]
  /// Whether the section of invites is folded.
  private let hidesInvites: Bool
  /// Whether the invites beyond a dozen are shown.
  public let showsAllInvites: Bool

  @MainActor
  init(_ order: RoomOrder, _ folds: RoomFolds) {
    sections = order.sections
    hidesInvites = !order.plan.isFiltering && folds.sections.contains(.invites)
    showsAllInvites =
      !hidesInvites && folds.showsAllInvites && order.sections[0].count > Self.unfoldedCount
    var parts =
      hidesInvites
      ? Self.parts(order, 0..<1, isOpen: false, at: 0)
      : Self.invites(order.sections[0].count, showsAll: showsAllInvites)
    var next = 1
    while next < order.plan.entries.count {
      // What a filter finds is seen, whether folded or not.
      let isOpen =
        order.plan.isFiltering || !folds.sections.contains(order.plan.entries[next].section)
      let end = isOpen ? next + 1 : order.plan.end(ofTreeAt: next)
      parts += Self.parts(
        order, next..<end, isOpen: isOpen, at: parts.last?.group.entries.upperBound ?? 0)
      next = end
    }
    self.parts = parts
  }

  /// All rows, including those that are folded or that a filter hides.
  var rows: [RoomRowViewModel] { sections.flatMap(\.self) }

  /// The invites; the account's own requests to join stand among them.
  @MainActor var invites: [RoomRowViewModel] {
    sections[0].filter { $0.room.membership == .invited }
  }
  /// The number of invites that the line represents.
  var moreInviteCount: Int { Swift.max(sections[0].count - Self.unfoldedCount, 0) }
  /// The index of the line of folded invites.
  var moreInvitesIndex: Int? {
    moreInviteCount > 0 && !hidesInvites ? Self.unfoldedCount : nil
  }

  /// The place of the first entry.
  public var startIndex: Int { 0 }
  /// The number of entries.
  public var endIndex: Int { parts.last?.group.entries.upperBound ?? 0 }

  /// The entries by kind, from the first to the last.
  public var groups: [Group] { parts.map(\.group) }

  /// The entry at a place.
  public subscript(position: Int) -> RoomListEntry {
    let part = parts[partIndex(of: position)]
    if let line = part.line { return .section(line) }
    if part.group.kind == .moreInvites { return .moreInvites }
    let index = part.rows.lowerBound + position - part.group.entries.lowerBound
    return .room(sections[part.sections.lowerBound][index])
  }

  /// The section that an entry is in.
  func section(at position: Int) -> Int? {
    indices.contains(position) ? parts[partIndex(of: position)].sections.lowerBound : nil
  }

  /// The index of a row's entry; for a folded row, that of the line that represents it, if there is one.
  func index(of place: RoomOrder.Place) -> Int? {
    for part in parts where part.sections.contains(place.section) {
      let first = part.group.entries.lowerBound
      if part.line?.isOpen == false { return first }
      guard part.line == nil, part.rows.contains(place.index) else { continue }
      return part.group.kind == .moreInvites ? first : first + place.index - part.rows.lowerBound
    }
    return nil
  }

  /// The index of a section's line.
  func index(of line: RowID) -> Int? {
    parts.first { $0.line?.id == line }?.group.entries.lowerBound
  }

  private func partIndex(of position: Int) -> Int {
    var (low, high) = (0, parts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].group.entries.lowerBound <= position { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether both have the same rows at the same places, under the same headings.
  public static func == (left: RoomListEntries, right: RoomListEntries) -> Bool {
    left.parts == right.parts
      && left.sections.elementsEqual(right.sections) { $0.elementsEqual($1, by: ===) }
  }
}

extension RoomListEntries {
  private static func invites(_ count: Int, showsAll: Bool) -> [Part] {
    guard count > 0 else { return [] }
    let first = Swift.min(count, unfoldedCount)
    var parts = [Part(.invites, "Invites", at: 0, section: 0..<1, rows: 0..<first)]
    guard count > first else { return parts }
    parts.append(
      Part(
        group: Group(kind: .moreInvites, titleText: "", entries: first..<first + 1),
        sections: 0..<1,
        rows: showsAll ? 0..<0 : first..<count, line: nil))
    if showsAll {
      parts.append(Part(.invites, "", at: first + 1, section: 0..<1, rows: first..<count))
    }
    return parts
  }

  /// The parts of a section, or of a folded space and those in it, that begin at an entry.
  @MainActor
  private static func parts(
    _ order: RoomOrder, _ sections: Range<Int>, isOpen: Bool, at place: Int
  ) -> [Part] {
    let entry = order.plan.entries[sections.lowerBound]
    let count = sections.reduce(0) { $0 + order.sections[$1].count }
    // While a filter is on, spaces without a match are in the way.
    guard count > 0 || entry.isSpace && !order.plan.isFiltering else { return [] }
    let index = sections.lowerBound..<sections.lowerBound + 1
    guard isOpen else {
      let hidden = sections.flatMap { order.sections[$0] }
      return [Part(RoomSectionLine(entry, hiding: hidden), at: place, sections: sections)]
    }
    guard entry.isSpace else {
      return [Part(.rooms, entry.titleText, at: place, section: index, rows: 0..<count)]
    }
    let line = Part(RoomSectionLine(entry, hiding: nil), at: place, sections: index)
    guard count > 0 else { return [line] }
    return [
      line,
      Part(.rooms, "", at: place + 1, section: index, rows: 0..<count, depth: entry.depth + 1),
    ]
  }
}

extension RoomListEntries.Part {
  /// Rows, one an entry.
  fileprivate init(
    _ kind: RoomListEntries.Group.Kind, _ titleText: String, at place: Int, section: Range<Int>,
    rows: Range<Int>, depth: Int = 0
  ) {
    self.init(
      group: .init(
        kind: kind, titleText: titleText, entries: place..<place + rows.count, depth: depth),
      sections: section, rows: rows, line: nil)
  }

  /// The line of a section.
  fileprivate init(_ line: RoomSectionLine, at place: Int, sections: Range<Int>) {
    self.init(
      group: .init(kind: .section, titleText: "", entries: place..<place + 1, depth: line.depth),
      sections: sections, rows: 0..<0, line: line)
  }
}

extension RoomSectionLine {
  /// The line of a section that hides some rows, or of an open one.
  @MainActor
  fileprivate init(_ entry: RoomPlan.Entry, hiding hidden: [RoomRowViewModel]?) {
    let rows = hidden ?? []
    section = entry.section
    titleText = entry.titleText
    depth = entry.depth
    isOpen = hidden == nil
    countText = rows.isEmpty ? "" : CountText.grouped(rows.count)
    let rooms = rows.map(\.countedRoom)
    let unread = Self.sum(rooms) { $0.shownUnreadCount }
    let mentions = Self.sum(rooms) { $0.shownMentionCount }
    let isMarked = unread == 0 && rooms.contains { $0.isMarkedUnread }
    let isLeast = rooms.contains { $0.unreadIsLeast && $0.shownUnreadCount > 0 }
    unreadText = unread > 0 ? CountText.text(unread, isLeast: isLeast) : isMarked ? "●" : ""
    mentionText = mentions > 0 ? "@\(CountText.text(mentions))" : ""
  }

  /// The server controls these numbers: each is clamped before it is summed.
  private static func sum(_ rooms: [Room], _ count: (Room) -> Int) -> Int {
    rooms.reduce(0) { $0 + min(count($1), 1000) }
  }
}
