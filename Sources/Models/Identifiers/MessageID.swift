import ModelKit

/// The identity of a message: the same from the moment it is sent until the server's copy.
///
/// It is the transaction's id for what this program sent, and else the event's.
package struct MessageID: JSONIdentifier {
  package let rawValue: String

  package init(_ event: EventID) { rawValue = event.rawValue }
  package init(_ transaction: TransactionID) { rawValue = transaction.rawValue }

  /// Reads an identity that was kept; nil for the empty text.
  package init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    rawValue = text
  }
}
