package import Models

/// What became of the account's rooms.
package enum RoomsChange: Hashable, Sendable {
  /// All joined and invited rooms, in no particular order: the first value of a subscription.
  case all([Room])
  /// The rooms that are new or different, those among them that the account has left.
  case changed([Room])
}
