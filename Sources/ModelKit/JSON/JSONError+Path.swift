extension JSONError {
  /// The error with the path of its location in the document that was decoded.
  ///
  /// An error from a document inside the document, such as JSON in a string, keeps its own path: its
  /// offset is one of the inner document.
  public func located(in document: JSONDocument) -> JSONError {
    guard path == nil else { return self }
    var copy = self
    copy.path = JSONPath.locate(offset, in: document)
    return copy
  }
}

/// The offset and the reason identify an error; its path follows from the document.
extension JSONError: Hashable {
  /// Compares reason and offset.
  public static func == (left: JSONError, right: JSONError) -> Bool {
    left.reason == right.reason && left.offset == right.offset
  }

  /// Hashes reason and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(offset)
  }
}
