import Models

/// The line of messages of people whom the account ignores.
enum IgnoredText {
  /// "3 messages of 2 people you ignore".
  static func line(_ messages: [Message]) -> String {
    let people = Set(messages.map(\.sender)).count
    let words = messages.count == 1 ? "1 message" : "\(CountText.grouped(messages.count)) messages"
    return "\(words) of \(people == 1 ? "a person" : "\(people) people") you ignore"
  }
}
