import ModelKit

/// The client's own name for one request to send, by which a server recognises a repetition.
///
/// Source: Matrix client-server API, "Transaction identifiers".
package struct TransactionID: Identifier {
  package let rawValue: String

  package init?(_ rawValue: String) {
    let isPlain = rawValue.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, !rawValue.isEmpty, rawValue.utf8.count <= 128 else { return nil }
    self.rawValue = rawValue
  }
}
