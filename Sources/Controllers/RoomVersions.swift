/// The versions of rooms that a server offers.
///
/// Source: Matrix client-server API, "m.room_versions capability".
package struct RoomVersions: Hashable, Sendable {
  /// The version of new rooms.
  package let usual: String
  /// All versions, in no particular order, and whether each is stable.
  package let areStable: [String: Bool]

  /// Creates versions.
  package init(usual: String, areStable: [String: Bool]) {
    self.usual = usual
    self.areStable = areStable
  }
}
