package import Models

/// A change of the account's list of rooms.
package enum RoomsChange: Hashable, Sendable {
  /// All joined and invited rooms, in no particular order: the first value of a subscription.
  case all([Room])
  /// The rooms that are new or have changed, including those that the account has left.
  case changed([Room])
}
