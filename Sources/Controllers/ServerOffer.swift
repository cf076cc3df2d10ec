/// What a server offers and not every server does.
package struct ServerOffer: Hashable, Sendable {
  /// Whether its administrators take reports of people.
  package var reportsOfPeople: Bool
  /// Whether its administrators take reports of rooms.
  package var reportsOfRooms: Bool
  /// Whether it lists the rooms in common with a person, and by which version of the request.
  package var commonRooms: CommonRooms?

  /// The versions of a request.
  package enum CommonRooms: Hashable, Sendable {
    /// As MSC2666 proposed it.
    case proposed
    /// As the specification has it.
    case stable
  }

  package init(
    reportsOfPeople: Bool = false, reportsOfRooms: Bool = false, commonRooms: CommonRooms? = nil
  ) {
    self.reportsOfPeople = reportsOfPeople
    self.reportsOfRooms = reportsOfRooms
    self.commonRooms = commonRooms
  }
}
