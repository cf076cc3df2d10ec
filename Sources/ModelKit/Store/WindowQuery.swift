/// The contents of an observed window and their order.
struct WindowQuery<M: StoredModel>: Sendable {
  let match: ModelIndexMatch?
  let order: ModelOrder<M>
  let window: ModelWindow
  let includes: @Sendable (M) -> Bool
  let fields: M.Fields

  func entry(_ model: M) -> WindowEntry<M> {
    WindowEntry(value: model, cursor: order.cursor(of: model))
  }

  /// Whether a row belongs to the part before the anchor.
  func isBeforeAnchor(_ cursor: ModelCursor) -> Bool {
    switch window.anchor {
    case .start: false
    case .end: true
    case .cursor(let anchor): order.precedes(cursor, anchor)
    }
  }

  /// What to read from persistence: from the anchor in both directions, each up to its limit.
  var reads: [(query: ModelRowQuery, limit: Int)] {
    var starts: (before: ModelRowQuery.Start?, after: ModelRowQuery.Start?)
    if case .cursor(let cursor) = window.anchor { starts = (.after(cursor), .at(cursor)) }
    return [
      (read(isDescending: !order.isDescending, from: starts.before), window.before),
      (read(isDescending: order.isDescending, from: starts.after), window.after),
    ].filter { $0.limit > 0 }
  }

  private func read(isDescending: Bool, from start: ModelRowQuery.Start?) -> ModelRowQuery {
    ModelRowQuery(
      matching: match,
      orderedBy: .init(order.field, isDescending: isDescending, from: start))
  }
}

/// A row of a window, with the value that its place is based on.
struct WindowEntry<M: StoredModel>: Sendable {
  let value: M
  let cursor: ModelCursor
}
