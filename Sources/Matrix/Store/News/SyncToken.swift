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

/// What a poll continues: news counts only as long as the store still has the cache from which the
/// token came.
struct SyncStart: Sendable {
  /// Nil for a sync of the whole account.
  let token: SyncToken?
  /// Grows whenever another cache takes the place of the last one.
  let generation: Int
}
