import Models
import Signals

/// Folding, sorting and filtering.
extension RoomListViewModel {
  /// Whether the section of the entry at an index folds; none does under a filter.
  public func canFold(at index: Int) -> Bool {
    !order.plan.isFiltering && section(at: index) != nil
  }

  /// Whether the entry at an index is in a section that sorts, as invites do not.
  public func canSort(at index: Int) -> Bool {
    section(at: index).map { $0 != .invites } ?? false
  }

  /// Folds or unfolds the section of the entry at an index.
  public func toggleSection(at index: Int) {
    guard canFold(at: index), let section = section(at: index) else { return }
    fold { $0.sections.formSymmetricDifference([section]) }
  }

  /// Folds all sections, or unfolds them when all are.
  public func toggleAllSections() {
    guard !order.plan.isFiltering else { return }
    let shown = order.plan.entries.indices.filter {
      order.plan.entries[$0].isSpace || !order.sections[$0].isEmpty
    }
    let all = Set(shown.map { order.plan.entries[$0].section })
    fold { $0.sections = all.isSubset(of: $0.sections) ? [] : $0.sections.union(all) }
  }

  /// Gives the section of the entry at an index its next order; returns what that is: "Rooms: by name".
  public func sortNext(at index: Int) -> String? {
    guard canSort(at: index), let index = entries.value.section(at: index) else { return nil }
    let entry = order.plan.entries[index]
    let all = RoomSort.allCases
    let place = all.firstIndex(of: order.plan.sort(index)) ?? 0
    let next = all[(place + 1) % all.count]
    arrange { $0.sorts[entry.section] = next == .activity ? nil : next }
    return "\(entry.titleText): \(next.text)"
  }

  /// Shows the next kind of rooms.
  public func filterNext() {
    let all = RoomFilter.allCases
    let place = all.firstIndex(of: order.plan.filter) ?? 0
    arrange { $0.filter = all[(place + 1) % all.count] }
  }

  /// Shows only rooms whose names contain some words, and of these only the kind that is chosen.
  public func filter(words: String) { arrange { $0.words = RoomWords(words) } }

  /// Shows all rooms again.
  public func endFilter() {
    arrange { ($0.filter, $0.words) = (.all, RoomWords("")) }
  }

  /// The space at an index, or the one that the entry is in.
  func space(at index: Int) -> (id: RoomID, name: String)? {
    guard let place = entries.value.section(at: index) else { return nil }
    let entry = order.plan.entries[place]
    guard case .space(let row) = entry.section, let id = RoomID(row.text) else { return nil }
    return (id, entry.titleText)
  }

  /// The spaces to which the account may add rooms, in the order of the list.
  var spaceChoices: [(id: RoomID, name: String)] {
    order.plan.entries.compactMap { entry in
      guard case .space(let row) = entry.section, let id = RoomID(row.text),
        spaces[id]?.mayAddRooms != false
      else { return nil }
      return (id, entry.titleText)
    }
  }

  private func section(at index: Int) -> RoomSection? {
    entries.value.section(at: index).map { order.plan.entries[$0].section }
  }
}

extension RoomListViewModel {
  /// Unfolds what hides an invite or a space, and ends a filter; returns the entry.
  func reveal(_ room: RoomID) -> RowID {
    endFilter()
    if let row = rowsByID[RowID(room)] {
      if row.room.membership.isPending, folds.sections.contains(.invites) {
        fold { $0.sections.remove(.invites) }
      }
      if let index = index(of: RowID(room)), index == entries.value.moreInvitesIndex {
        toggleInvites()
      }
      return RowID(room)
    }
    let section = RoomSection.space(RowID(room))
    let hiding = order.plan.outerSections(of: section)
    if !hiding.isDisjoint(with: folds.sections) { fold { $0.sections.subtract(hiding) } }
    return section.lineID
  }
}
