import Controllers
import Models

/// Words about what an account is told of.
enum AlertSubjectText {
  static func id(_ subject: AlertSubject) -> String {
    switch subject {
    case .anything: "anything"
    case .directMessages: "direct"
    case .roomMessages: "rooms"
    case .mentions: "mentions"
    case .roomMentions: "room mentions"
    case .invites: "invites"
    case .calls: "calls"
    case .botMessages: "bots"
    case .word(let word): "word \(word)"
    case .person(let person): "person \(Names.label(person))"
    }
  }

  /// The place in a list.
  static func order(_ subject: AlertSubject) -> String {
    switch subject {
    case .anything: "0"
    case .mentions: "1"
    case .roomMentions: "2"
    case .directMessages: "3"
    case .roomMessages: "4"
    case .invites: "5"
    case .calls: "6"
    case .botMessages: "7"
    case .person(let person): "8 \(person.rawValue)"
    case .word(let word): "9 \(word)"
    }
  }

  static func label(_ subject: AlertSubject) -> String {
    switch subject {
    case .anything: "Notifications"
    case .directMessages: "Direct chats"
    case .roomMessages: "Rooms"
    case .mentions: "Mentions"
    case .roomMentions: "@room"
    case .invites: "Invites"
    case .calls: "Calls"
    case .botMessages: "Bots"
    case .word: "Word"
    case .person: "Person"
    }
  }

  static func value(_ subject: AlertSubject, isTold: Bool) -> String {
    switch subject {
    case .word(let word): Names.brief(Names.oneLine(word))
    case .person(let person): "\(Names.label(person)): \(isTold ? "on" : "off")"
    case .anything: isTold ? "on" : "off for everything"
    case .directMessages, .roomMessages:
      isTold ? "every message" : "mentions and words alone"
    default: isTold ? "on" : "off"
    }
  }

  /// What has been decided, in a sentence.
  static func announcement(_ subject: AlertSubject, isTold: Bool) -> String {
    let ending = isTold ? "You are told of" : "You are no longer told of"
    return switch subject {
    case .anything: isTold ? "You are told of messages" : "You are told of nothing"
    case .directMessages: "\(ending) every message of direct chats"
    case .roomMessages: "\(ending) every message of rooms"
    case .mentions: "\(ending) messages that mention you"
    case .roomMentions: "\(ending) messages to everybody in a room"
    case .invites: "\(ending) invites"
    case .calls: "\(ending) calls"
    case .botMessages: "\(ending) messages of bots"
    case .word(let word): "\(ending) messages with “\(Names.brief(Names.oneLine(word)))”"
    case .person(let person): "\(ending) messages of \(Names.label(person))"
    }
  }
}
