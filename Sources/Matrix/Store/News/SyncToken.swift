/// Where a sync continues.
struct SyncToken: Hashable, Sendable {
  /// The protocol of which the server gave the token; the other one cannot read it.
  enum Kind: String, Hashable, Sendable {
    /// `/sync`.
    case full
    /// Simplified sliding sync.
    case sliding
  }

  let kind: Kind
  let text: String

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
