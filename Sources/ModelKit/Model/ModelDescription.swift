/// The text of a model: its name and its set fields.
///
/// Generated code calls it.
public struct ModelDescription {
  private var parts: [String] = []
  private let name: String

  /// Begins with the name of the type.
  public init(_ name: String) {
    self.name = name
  }

  /// Adds a field; strings are quoted, and nil is written as nil.
  public mutating func add<Value>(_ name: String, _ value: Value?) {
    guard let value else { return parts.append("\(name): nil") }
    if let text = value as? String {
      parts.append("\(name): \(text.debugDescription)")
    } else {
      parts.append("\(name): \(String(describing: value))")
    }
  }

  /// `User(id: "@ann:example.org", age: 7)`.
  public var text: String { "\(name)(\(parts.joined(separator: ", ")))" }
}
