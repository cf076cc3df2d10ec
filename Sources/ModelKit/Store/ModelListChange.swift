/// What an observed list of rows is, or what became of it.
public enum ModelListChange<M: StoredModel>: Hashable, Sendable {
  /// All of it, in order: the first value of every subscription.
  case all([M])
  /// Steps from the former list to the present one, to be taken one after the other.
  case edits([ModelListEdit<M>])

  /// Makes the same change to an array that followed the list so far.
  public func apply(to models: inout [M]) {
    switch self {
    case .all(let all): models = all
    case .edits(let edits): for edit in edits { edit.apply(to: &models) }
    }
  }
}

/// One step in an observed list; positions are those at the time of the step.
public enum ModelListEdit<M: StoredModel>: Hashable, Sendable {
  /// A row is new in the list, which has it at that position afterwards.
  case insert(M, at: Int)
  /// The row at that position is deleted, or the list's condition does not hold for it any more.
  case remove(M.ID, at: Int)
  /// A row has changed so that it stands elsewhere: taken out first, then put in at the new position.
  case move(M, from: Int, to: Int)
  /// A row has changed in its place.
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
