/// A receipt at its new place.
///
/// Source: Matrix client-server API, "Receipts".
struct ReceiptChange: Sendable {
  enum Kind: String, Sendable {
    case read = "m.read"
    /// Visible to its user only.
    case readPrivate = "m.read.private"
  }

  let room: RoomID
  let user: UserID
  let kind: Kind
  /// Empty for the whole room.
  let thread: String
  let event: EventID
  let eventPosition: Int64
  /// Milliseconds since 1970.
  let timestamp: Int64
  /// The position of this change.
  let position: Int64

  /// The approximate size in bytes.
  var size: Int { event.rawValue.utf8.count + user.rawValue.utf8.count + thread.utf8.count + 64 }
}
