/// The steps from one state of a window to the next.
struct WindowEdits<M: StoredModel> {
  private(set) var edits: [ModelListEdit<M>] = []
  private let older: [WindowEntry<M>]
  private let newer: [WindowEntry<M>]

  /// - Parameter fields: The fields whose change is reported for a row that does not move.
  init(
    from older: [WindowEntry<M>], to newer: [WindowEntry<M>], in order: ModelOrder<M>,
    fields: M.Fields
  ) {
    (self.older, self.newer) = (older, newer)
    var places = WindowPlaces(older.map(\.cursor), newer.map(\.cursor), in: order)
    let moves = places.match(older.map(\.value.id), newer.map(\.value.id))
    for place in places.gone.reversed() {
      edits.append(.remove(older[place].value.id, at: place))
    }
    let moved = moves.isEmpty ? [] : move(moves, places)
    for (place, entry) in newer.enumerated() where !moved.contains(place) {
      guard let old = places.origins[place] else {
        edits.append(.insert(entry.value, at: place))
        continue
      }
      if entry.value.changed(from: older[old].value).intersects(fields) {
        edits.append(.update(entry.value, at: place))
      }
    }
  }

  /// Moves rows unless they are already between their neighbours; returns the places of the others.
  private mutating func move(_ moves: [Int], _ places: WindowPlaces) -> Set<Int> {
    // Where the rows that stay will be, in the present order.
    var present: [Int] = []
    for old in older.indices { if let place = places.targets[old] { present.append(place) } }
    var unsettled = Set(moves)
    var moved: Set<Int> = []
    for target in moves {
      unsettled.remove(target)
      guard let from = present.firstIndex(of: target) else { continue }
      present.remove(at: from)
      let settled = present.indices.filter { !unsettled.contains(present[$0]) }
      let next = settled.first { present[$0] > target } ?? present.count
      let last = settled.last { present[$0] < target }.map { $0 + 1 } ?? 0
      let to = min(max(from, last), next)
      present.insert(target, at: to)
      guard to != from else { continue }
      edits.append(.move(newer[target].value, from: from, to: to))
      moved.insert(target)
    }
    return moved
  }
}

/// Which row of the older state of a window is which of the newer one.
private struct WindowPlaces {
  /// The older rows that are not in the newer state, in order.
  private(set) var gone: [Int] = []
  /// The place of each newer row in the older state.
  private(set) var origins: [Int?]
  /// The place of each older row in the newer state.
  private(set) var targets: [Int?]

  /// Finds the rows whose place in the order is the same.
  init<M>(_ older: [ModelCursor], _ newer: [ModelCursor], in order: ModelOrder<M>) {
    origins = Array(repeating: nil, count: newer.count)
    targets = Array(repeating: nil, count: older.count)
    var (old, new) = (0, 0)
    while old < older.count, new < newer.count {
      if order.precedes(older[old], newer[new]) {
        old += 1
      } else if order.precedes(newer[new], older[old]) {
        new += 1
      } else {
        (origins[new], targets[old]) = (old, new)
        (old, new) = (old + 1, new + 1)
      }
    }
  }

  /// Finds the rows whose place is another, and those that are gone; returns the new places of the
  /// former.
  mutating func match<ID: Hashable>(_ older: [ID], _ newer: [ID]) -> [Int] {
    var others: [ID: Int] = [:]
    for old in older.indices where targets[old] == nil { others[older[old]] = old }
    guard !others.isEmpty else { return [] }
    var moves: [Int] = []
    for new in newer.indices where origins[new] == nil {
      guard let old = others.removeValue(forKey: newer[new]) else { continue }
      (origins[new], targets[old]) = (old, new)
      moves.append(new)
    }
    gone = others.values.sorted()
    return moves
  }
}
