public import Signals

/// A field that refers to another stored model by its identity.
///
/// It holds the identifier, not the value: two models may refer to each other, a reference keeps no
/// row in memory, and the store always resolves it to the current value. In JSON it is the
/// identifier alone.
public struct Ref<M: StoredModel>: Hashable, Sendable, Identifiable {
  /// The identity of the other model.
  public let id: M.ID

  /// Refers to the model with that identity, which need not exist.
  public init(_ id: M.ID) {
    self.id = id
  }

  /// The current value in a store; nil if the store has none.
  public func value(in store: ModelStore) -> M? { store.value(M.self, id) }

  /// The value in a store now, and then whenever one of the fields has changed.
  public func signal(in store: ModelStore, fields: M.Fields = .all) -> Signal<M?, Never> {
    store.signal(M.self, id, fields: fields)
  }
}

extension Ref: JSONDecodable where M.ID: JSONDecodable {
  /// Reads the identifier.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Ref {
    Ref(try M.ID.decode(from: &reader))
  }
}

extension Ref: JSONEncodable where M.ID: JSONEncodable {
  /// Writes the identifier.
  public func encode(to writer: inout JSONWriter) {
    id.encode(to: &writer)
  }
}

extension Ref: CustomStringConvertible {
  /// The identifier.
  public var description: String { "\(id)" }
}
