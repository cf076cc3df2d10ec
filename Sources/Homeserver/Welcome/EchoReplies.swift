import ModelKit

/// The replies of the companion: one for each kind of message that this program's client shows.
enum EchoReplies {
  /// A step of a reply.
  enum Step: Sendable {
    /// Sends a message with that content.
    case say(JSONObject)
    /// Changes the message of the last step.
    case edit(String)
    /// Redacts the message of the last step.
    case redact
    case pause(milliseconds: Int)
  }

  static func greeting(_ user: UserID) -> String {
    "Hello \(user.localpart). I am Echo, and I live in this server. Write something, or say "
      + "\"help\" to see what messages can do."
  }

  /// The reply to a text, by its first word; an unknown word gets the text back.
  static func reply(to text: String) -> [Step] {
    switch text.split(whereSeparator: \.isWhitespace).first?.lowercased() {
    case "help": [say(help)]
    case "edit":
      [say("I never make mitsakes."), .pause(milliseconds: 1500), .edit("I never make mistakes.")]
    case "delete": [say("You will not see this for long."), .pause(milliseconds: 2000), .redact]
    case "emote": [.say(["msgtype": "m.emote", "body": "waves"])]
    case "notice":
      [.say(["msgtype": "m.notice", "body": "Notices come from programs and do not notify you."])]
    case "link": [say("More about Matrix: https://matrix.org/")]
    case "unicode": [say("日本語, emoji 👩‍👩‍👧‍👦, and combining e\u{301}")]
    case "many": (1...30).map { say("Line \($0) of 30") }
    default: [say("You said: \(text)")]
    }
  }

  private static func say(_ text: String) -> Step {
    .say(["msgtype": "m.text", "body": .string(text)])
  }

  private static let words: [(word: String, meaning: String)] = [
    ("edit", "a message that changes"), ("delete", "a message that disappears"),
    ("emote", "an action"), ("notice", "a message from a program"), ("link", "a web address"),
    ("unicode", "scripts and emoji"),
    ("many", "thirty messages to scroll through"),
  ]

  /// The words that it understands, for a sentence.
  static var wordList: String { (["help"] + words.map(\.word)).joined(separator: ", ") }

  private static var help: String {
    "Say one of these words:\n" + words.map { "\($0.word): \($0.meaning)" }.joined(separator: "\n")
  }
}
