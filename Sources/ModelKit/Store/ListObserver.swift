import Signals

/// The contents of an observed list and their order.
struct ListQuery<M: StoredModel>: Sendable {
  let match: ModelIndexMatch?
  let includes: @Sendable (M) -> Bool
  let precedes: @Sendable (M, M) -> Bool
  let fields: M.Fields
}

/// An observer of a list of rows; it retains the rows in the list.
final class ListObserver<M: StoredModel>: TableObserver<M>, @unchecked Sendable {
  // `@unchecked Sendable` is correct because the entries belong to the subscriber's thread until
  // `opening` is open, then to the delivering thread.
  private let query: ListQuery<M>
  private let observer: Observer<ModelListChange<M>, Never>
  private let opening = Opening<TableChanges<M>>()
  @exclusivity(unchecked) private var entries: [Entry] = []
  @exclusivity(unchecked) private var entriesByID: [M.ID: Entry] = [:]

  /// A row of the list, with the value that its position is based on.
  private final class Entry {
    let row: Row<M>
    let key: String
    var value: M

    init(_ row: Row<M>, _ value: M) {
      self.row = row
      self.value = value
      key = row.id.storageKey
    }
  }

  init(_ query: ListQuery<M>, _ observer: Observer<ModelListChange<M>, Never>) {
    self.query = query
    self.observer = observer
  }

  /// Sends the list as of the beginning, then what arrived meanwhile.
  func start(with rows: [HeldModel<M>]) {
    for index in 0..<rows.count {
      let value = rows[index].box.value
      if query.includes(value) { entries.append(Entry(rows[index].row, value)) }
    }
    entries.sort(by: precedes)
    for entry in entries { entriesByID[entry.row.id] = entry }
    observer.send(.all(entries.map(\.value)))
    opening.open { tell($0) }
  }

  override func receive(_ changes: TableChanges<M>, _ sequence: UInt64) {
    if sequence > since, opening.admits(changes) { tell(changes) }
  }

  private func tell(_ changes: TableChanges<M>) {
    var edits: [ModelListEdit<M>] = []
    for (row, change) in zip(changes.rows, changes.changes) {
      if let edit = follow(change, row) { edits.append(edit) }
    }
    if !edits.isEmpty { observer.send(.edits(edits)) }
  }

  private func follow(_ change: ModelChange<M>, _ row: Row<M>) -> ModelListEdit<M>? {
    let after = change.after.flatMap { query.includes($0) ? $0 : nil }
    guard let entry = entriesByID[change.id] else { return after.map { insert(row, $0) } }
    guard let after else { return remove(entry) }
    return update(entry, to: after, change.fields)
  }

  private func insert(_ row: Row<M>, _ value: M) -> ModelListEdit<M> {
    let entry = Entry(row, value)
    let position = insertionPosition(of: entry)
    entries.insert(entry, at: position)
    entriesByID[row.id] = entry
    return .insert(value, at: position)
  }

  private func remove(_ entry: Entry) -> ModelListEdit<M>? {
    entriesByID[entry.row.id] = nil
    guard let position = position(of: entry) else { return nil }
    entries.remove(at: position)
    return .remove(entry.row.id, at: position)
  }

  private func update(
    _ entry: Entry, to value: M, _ fields: M.Fields
  ) -> ModelListEdit<M>? {
    guard let from = position(of: entry) else { return nil }
    entry.value = value
    if isInPlace(entry, from) {
      return fields.intersects(query.fields) ? .update(value, at: from) : nil
    }
    entries.remove(at: from)
    let to = insertionPosition(of: entry)
    entries.insert(entry, at: to)
    return .move(value, from: from, to: to)
  }

  private func isInPlace(_ entry: Entry, _ position: Int) -> Bool {
    (position == 0 || precedes(entries[position - 1], entry))
      && (position == entries.count - 1 || precedes(entry, entries[position + 1]))
  }

  /// Compares by the query's order, then by the texts of the identifiers.
  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if query.precedes(left.value, right.value) { return true }
    if query.precedes(right.value, left.value) { return false }
    return left.key < right.key
  }

  private func insertionPosition(of entry: Entry) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(entries[middle], entry) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The position of an entry; a linear search if the query's order is inconsistent.
  private func position(of entry: Entry) -> Int? {
    let position = insertionPosition(of: entry)
    if position < entries.count, entries[position] === entry { return position }
    return entries.firstIndex { $0 === entry }
  }
}
