import Models

/// The rows of the list in their sections, each sorted, with binary search.
struct RoomOrder {
  /// The place of a row.
  struct Place: Equatable {
    let section: Int
    let index: Int
  }

  let plan: RoomPlan
  /// The rows of each section of the plan, then the hidden ones.
  private(set) var sections: [[RoomRowViewModel]]

  init(_ plan: RoomPlan = RoomPlan()) {
    self.plan = plan
    sections = Array(repeating: [], count: plan.entries.count + 1)
  }

  /// Sorts rows, by keys: to copy two rooms for each comparison took a tenth of the time until the
  /// first rooms show.
  init(_ plan: RoomPlan, sorting rows: some Sequence<RoomRowViewModel>) {
    self.init(plan)
    for row in rows { sections[plan.index(of: row)].append(row) }
    for index in sections.indices {
      let (rows, sort) = (sections[index], plan.sort(index))
      let keys = rows.map { RoomKey($0.room, by: sort) }
      sections[index] = RoomKey.order(keys).map { rows[$0] }
    }
  }

  /// All rows, the hidden ones last.
  var rows: [RoomRowViewModel] { sections.flatMap(\.self) }

  /// The place of a row; nil if the row is not in the list.
  func place(of row: RoomRowViewModel) -> Place? {
    let place = place(for: row)
    let rows = sections[place.section]
    return place.index < rows.count && rows[place.index] === row ? place : nil
  }

  /// Inserts a new row at its place.
  mutating func insert(_ row: RoomRowViewModel) {
    let place = place(for: row)
    sections[place.section].insert(row, at: place.index)
  }

  /// Removes a row.
  mutating func remove(_ row: RoomRowViewModel) {
    if let place = place(of: row) { sections[place.section].remove(at: place.index) }
  }

  /// Updates a row's room, and moves the row to its new place.
  mutating func show(_ room: Room, on row: RoomRowViewModel) {
    guard let place = place(of: row) else { return }
    row.show(room)
    guard plan.index(of: row) != place.section || !fits(room, at: place) else { return }
    sections[place.section].remove(at: place.index)
    insert(row)
  }

  /// Whether a room may be where it is.
  private func fits(_ room: Room, at place: Place) -> Bool {
    let (rows, sort) = (sections[place.section], plan.sort(place.section))
    let key = RoomKey(room, by: sort)
    let isAfter = place.index == 0 || RoomKey(rows[place.index - 1].room, by: sort) < key
    return isAfter
      && (place.index == rows.count - 1 || key < RoomKey(rows[place.index + 1].room, by: sort))
  }

  /// Where a row is, or would be inserted.
  private func place(for row: RoomRowViewModel) -> Place {
    let section = plan.index(of: row)
    let (rows, sort) = (sections[section], plan.sort(section))
    let key = RoomKey(row.room, by: sort)
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if RoomKey(rows[middle].room, by: sort) < key { low = middle + 1 } else { high = middle }
    }
    return Place(section: section, index: low)
  }
}
