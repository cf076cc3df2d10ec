nonisolated extension String {
  /// The text without the characters that change the direction of others: embeddings, overrides and isolates.
  ///
  /// The composer shows none of them, so nobody means to send one; readers of other programs would see the
  /// rest of the message in another order. The marks U+200E, U+200F and U+061C stay: they order only their
  /// neighbours.
  var withoutDirections: String {
    guard unicodeScalars.contains(where: \.isDirection) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirection }))
  }
}

nonisolated extension Unicode.Scalar {
  fileprivate var isDirection: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
