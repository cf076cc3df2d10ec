/// Whom a read receipt of the account tells that it has read.
package enum ReceiptAudience: Hashable, Sendable {
  /// Everybody in the room.
  case room
  /// Only the account's own devices.
  case ownDevices
}
