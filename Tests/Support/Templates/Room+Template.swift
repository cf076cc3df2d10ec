package import Models

extension Room {
  /// A joined room at example.org with two members.
  package static func template(
    _ localpart: String = "room", name: String? = nil,
    _ change: (inout Room.Builder) -> Void = { _ in }
  ) -> Room {
    Room(id: .template("!\(localpart):example.org"), name: name, joinedCount: 2).with(change)
  }

  /// An invite from Grace.
  package static func invite(_ localpart: String, name: String) -> Room {
    template(localpart, name: name) {
      $0.membership = .invited
      $0.inviter = .grace
    }
  }
}
