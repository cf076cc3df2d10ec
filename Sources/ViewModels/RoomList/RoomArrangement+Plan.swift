import Controllers

extension RoomArrangement {
  /// The arrangement of the list, to be kept.
  init(_ plan: RoomPlan, _ folds: RoomFolds) {
    let sorts = plan.sorts.map { section, sort in (section.key, sort.rawValue) }
    self.init(
      folded: Set(folds.sections.map(\.key)), sorts: Dictionary(sorts) { first, _ in first })
  }
}

extension RoomPlan {
  init(_ kept: RoomArrangement) {
    self.init()
    for (key, name) in kept.sorts {
      if let section = RoomSection(key: key), let sort = RoomSort(rawValue: name) {
        sorts[section] = sort
      }
    }
  }
}

extension RoomFolds {
  init(_ kept: RoomArrangement) {
    self.init(sections: Set(kept.folded.compactMap { RoomSection(key: $0) }))
  }
}

extension RoomSection {
  /// The section with a kept name.
  fileprivate init?(key: String) {
    let named: [RoomSection] = [.invites, .favourites, .direct, .rooms, .lowPriority]
    if let section = named.first(where: { $0.key == key }) {
      self = section
    } else if key.hasPrefix("!") {
      self = .space(RowID(key))
    } else {
      return nil
    }
  }
}
