/// An action of the program with its usual keys.
public nonisolated struct ActionKeys: Hashable, Sendable {
  /// Its name in the file of the preferences.
  public let name: String
  /// What it does.
  public let titleText: String
  /// Where its keys work.
  public let placeText: String
  /// Its usual keys, in the notation of the file; none when only a menu has it.
  public let keys: [String]

  /// Creates a row.
  public init(name: String, titleText: String, placeText: String, keys: [String]) {
    (self.name, self.titleText, self.placeText, self.keys) = (name, titleText, placeText, keys)
  }
}
