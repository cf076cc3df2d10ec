/// The rows of a window, and what they tell about the rows outside it.
///
/// A part of the window (before its anchor or after it) that has reached its limit ends at its
/// farthest row, and nothing is known beyond that row. A part below its limit has all rows of its
/// side.
struct WindowRows<M: StoredModel>: Sendable {
  /// The rows after a transaction.
  enum Outcome {
    case same
    case changed(WindowRows)
    /// A row has left a part that was at its limit, so the next one must be read.
    case incomplete
  }

  private let query: WindowQuery<M>
  /// In order.
  let entries: [WindowEntry<M>]
  private let ids: Set<M.ID>
  /// The number of entries before the anchor.
  private let countBefore: Int

  /// Sorts the candidates, and takes those next to the anchor.
  init(_ candidates: [WindowEntry<M>], of query: WindowQuery<M>) {
    self.query = query
    let sorted = candidates.sorted { query.order.precedes($0.cursor, $1.cursor) }
    let split = sorted.firstIndex { !query.isBeforeAnchor($0.cursor) } ?? sorted.count
    let before = sorted[..<split].suffix(query.window.before)
    entries = Array(before + sorted[split...].prefix(query.window.after))
    countBefore = before.count
    ids = Set(entries.map(\.value.id))
  }

  func applying(_ changes: [ModelChange<M>]) -> Outcome {
    var replaced: Set<M.ID> = []
    var added: [WindowEntry<M>] = []
    for change in changes {
      if ids.contains(change.id) { replaced.insert(change.id) }
      guard let value = change.after, query.includes(value) else { continue }
      let entry = query.entry(value)
      if covers(entry.cursor) { added.append(entry) }
    }
    if replaced.isEmpty, added.isEmpty { return .same }
    let kept = entries.filter { !replaced.contains($0.value.id) }
    let rows = WindowRows(kept + added, of: query)
    return lacksRows(after: rows) ? .incomplete : .changed(rows)
  }

  /// Whether all rows at this place would be in the window.
  private func covers(_ cursor: ModelCursor) -> Bool {
    if query.isBeforeAnchor(cursor) {
      guard countBefore == query.window.before else { return true }
      return countBefore > 0 && !query.order.precedes(cursor, entries[0].cursor)
    }
    guard countAfter == query.window.after else { return true }
    return countAfter > 0 && !query.order.precedes(entries[entries.count - 1].cursor, cursor)
  }

  private func lacksRows(after newer: WindowRows) -> Bool {
    (countBefore == query.window.before && newer.countBefore < countBefore)
      || (countAfter == query.window.after && newer.countAfter < countAfter)
  }

  private var countAfter: Int { entries.count - countBefore }
}
