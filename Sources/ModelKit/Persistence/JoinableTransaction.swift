/// An open transaction of persistence that a transaction of the store can become a part of.
///
/// As long as it is open, nobody else writes to this persistence.
public protocol JoinableTransaction {
  /// The path of the file, for errors.
  var path: String { get }

  /// Whether it has ended and all of it is stored.
  var isCommitted: Bool { get }

  /// Writes rows; called once.
  ///
  /// If it throws, the transaction cannot be committed any more.
  func apply(_ writes: [ModelWrite]) throws(ModelPersistenceError)
}
