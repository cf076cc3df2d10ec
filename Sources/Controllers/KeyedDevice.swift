/// A device of a person that takes part in encryption, as the server says; nothing of it is verified.
package struct KeyedDevice: Hashable, Sendable {
  /// The Matrix id.
  package var id: String
  /// What the person calls it.
  package var name: String?

  package init(id: String, name: String? = nil) {
    self.id = id
    self.name = name
  }
}
