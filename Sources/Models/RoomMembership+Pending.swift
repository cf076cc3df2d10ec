extension Room.Membership {
  /// Whether the account is not in the room yet: it is invited, or asks to be let in.
  package var isPending: Bool { self == .invited || self == .asking }
}
