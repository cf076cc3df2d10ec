/// The content of an observed list of rows, or a change of it.
public enum ModelListChange<M: StoredModel>: Hashable, Sendable {
  /// The whole list, in order: the first value of every subscription.
  case all([M])
  /// Steps from the previous list to the current one, to be applied in order.
  case edits([ModelListEdit<M>])

  /// Applies the same change to an array that has followed the list so far.
  public func apply(to models: inout [M]) {
    switch self {
    case .all(let all): models = all
    case .edits(let edits): for edit in edits { edit.apply(to: &models) }
    }
  }
}

/// One step in an observed list; positions are those at the time of the step.
public enum ModelListEdit<M: StoredModel>: Hashable, Sendable {
  /// A row was added to the list, at that position.
  case insert(M, at: Int)
  /// The row at that position was deleted or no longer satisfies the list's condition.
  case remove(M.ID, at: Int)
  /// A row has changed and moved: remove it first, then insert it at the new position.
  case move(M, from: Int, to: Int)
  /// A row has changed without moving.
  case update(M, at: Int)

  func apply(to models: inout [M]) {
    switch self {
    case .insert(let model, let position): models.insert(model, at: position)
    case .remove(_, let position): models.remove(at: position)
    case .move(let model, let from, let to):
      models.remove(at: from)
      models.insert(model, at: to)
    case .update(let model, let position): models[position] = model
    }
  }
}
