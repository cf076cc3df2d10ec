package import Models

extension Identifier {
  /// An identifier for a test; the text must follow the grammar.
  package static func template(_ text: String) -> Self {
    guard let id = Self(text) else { preconditionFailure("an identifier follows its grammar") }
    return id
  }
}

extension MediaURI {
  /// The URI of a picture for a test.
  package static func template(_ name: String) -> MediaURI {
    guard let uri = MediaURI("mxc://example.org/\(name)") else {
      preconditionFailure("a media address follows its grammar")
    }
    return uri
  }
}

extension TransactionID {
  /// A transaction ID for a test.
  package static func template(_ text: String) -> TransactionID {
    guard let id = TransactionID(text) else {
      preconditionFailure("a transaction's id follows its grammar")
    }
    return id
  }
}
