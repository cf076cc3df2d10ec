/// The actions whose keys the user can change, and what is wrong with keys.
public struct KeyChoices {
  /// The actions with their usual keys.
  public let actions: [ActionKeys]
  /// Why the keys of an action cannot be used, given those of all actions that have others than the usual
  /// ones; nil when they can.
  public let refusal: (_ action: String, _ keys: [String: [String]]) -> String?

  /// Creates choices.
  public init(
    actions: [ActionKeys],
    refusal: @escaping (_ action: String, _ keys: [String: [String]]) -> String?
  ) {
    self.actions = actions
    self.refusal = refusal
  }
}
