extension Preference {
  /// All preferences but the keys, in the order of the settings screen and of the documentation.
  package static let all: [Preference] = [
    choice(
      .appearance, "theme", "Colours",
      "The colours: those for a dark or a light background, or none.", \.theme
    ) {
      switch $0 {
      case .automatic: "as the terminal's background"
      case .dark: "for a dark background"
      case .light: "for a light background"
      case .plain: "no colours"
      }
    },
    choice(
      .appearance, "links", "Links",
      "Whether links can be clicked on (OSC 8), which some terminals print instead.", \.links
    ) {
      switch $0 {
      case .automatic: "clickable where the terminal is known to do that"
      case .always: "clickable"
      case .never: "plain text"
      }
    },
    choice(.appearance, "clock", "Clock", "How times of the day are written.", \.clock) {
      switch $0 {
      case .twentyFour: "13:05"
      case .twelve: "1:05p"
      }
    },
    choice(.appearance, "dates", "Dates", "The language of days and months.", \.dates) {
      switch $0 {
      case .english: "English: Thu 26 Nov"
      case .german: "German: Do 26. Nov"
      case .french: "French: jeu 26 nov"
      case .spanish: "Spanish: jue 26 nov"
      case .italian: "Italian: gio 26 nov"
      case .iso: "digits: 2026-11-26"
      }
    },
    flag(
      .input, "mouse", "Mouse",
      "A click opens a room and the wheel scrolls; text is selected with Shift held.", \.usesMouse),
    number(
      .input, "undo-seconds", "Undo",
      "How long each message waits before it goes out, in which u takes it back.", 0...60,
      unit: "seconds", \.undoSeconds),
    text(
      .input, "spelling", "Spelling",
      "The languages in which words are checked: auto for that of the locale, off for none.",
      example: "languages such as de,en_US, or auto, or off", \.spelling
    ) { Preferences.areLanguages($0) },
    Preference(
      .notifications, "ways", "Tell me by",
      "How you are told of new messages: none of the words for not at all.",
      .words([
        Choice(word: "bell", meaning: "the bell, for mentions and direct chats"),
        Choice(word: "desktop", meaning: "a notice outside of the window"),
        Choice(word: "title", meaning: "the title of the window"),
      ]),
      read: { preferences in
        .words(
          Preferences.NoticeWay.allCases.filter(preferences.noticeWays.contains).map(\.rawValue))
      },
      write: { preferences, value in
        guard case .words(let words) = value else { return }
        preferences.noticeWays = Set(words.compactMap { Preferences.NoticeWay(rawValue: $0) })
      }),
    text(
      .notifications, "command", "Command",
      "A program that is run for new messages, with a title and a text as its last arguments.",
      example: "a program with its options, or nothing", \.noticeCommand
    ) { _ in true },
    doNotDisturb,
    choice(
      .privacy, "read-receipts", "Read receipts", "Who learns what you have read.", \.readReceipts
    ) {
      switch $0 {
      case .open: "everybody in the room"
      case .ownDevices: "only your own devices"
      }
    },
    flag(
      .privacy, "typing-notices", "Typing notices", "Others see that you are writing.",
      \.sendsTyping),
    flag(
      .privacy, "presence", "Presence",
      "Others see whether you are there and your status, and you see theirs.", \.showsPresence),
    flag(
      .media, "pictures", "Pictures", "Shows the pictures of messages and people.", \.showsPictures
    ),
    number(
      .media, "largest-picture", "Loads up to",
      "Larger pictures are loaded only when you ask for them (R on the message).", 0...64,
      unit: "MiB", \.largestPicture),
  ]

  /// Whether the user is told of nothing, which a key changes too.
  package static let doNotDisturb = flag(
    .notifications, "do-not-disturb", "Do not disturb",
    "Tells you of nothing; ~ in the list of rooms changes it too.", \.doNotDisturb)

  /// The preference of a name such as `appearance.theme`.
  package static func named(_ key: String) -> Preference? { all.first { $0.key == key } }

  private static func flag(
    _ section: Section, _ name: String, _ title: String, _ explanation: String,
    _ field: any WritableKeyPath<Preferences, Bool> & Sendable
  ) -> Preference {
    Preference(
      section, name, title, explanation, .flag, read: { .flag($0[keyPath: field]) },
      write: { preferences, value in
        if case .flag(let flag) = value { preferences[keyPath: field] = flag }
      })
  }

  private static func number(
    _ section: Section, _ name: String, _ title: String, _ explanation: String,
    _ range: ClosedRange<Int>, unit: String,
    _ field: any WritableKeyPath<Preferences, Int> & Sendable
  ) -> Preference {
    Preference(
      section, name, title, explanation, .number(range, unit: unit),
      read: { .number($0[keyPath: field]) },
      write: { preferences, value in
        if case .number(let number) = value { preferences[keyPath: field] = number }
      })
  }

  private static func text(
    _ section: Section, _ name: String, _ title: String, _ explanation: String, example: String,
    _ field: any WritableKeyPath<Preferences, String> & Sendable,
    isValid: @escaping @Sendable (String) -> Bool
  ) -> Preference {
    Preference(
      section, name, title, explanation, .text(example: example, isValid: isValid),
      read: { .text($0[keyPath: field]) },
      write: { preferences, value in
        if case .text(let text) = value { preferences[keyPath: field] = text }
      })
  }

  private static func choice<Value: CaseIterable & RawRepresentable<String> & Sendable>(
    _ section: Section, _ name: String, _ title: String, _ explanation: String,
    _ field: any WritableKeyPath<Preferences, Value> & Sendable, meaning: (Value) -> String
  ) -> Preference {
    let choices = Value.allCases.map { Choice(word: $0.rawValue, meaning: meaning($0)) }
    return Preference(
      section, name, title, explanation, .choice(choices),
      read: { .text($0[keyPath: field].rawValue) },
      write: { preferences, value in
        guard case .text(let word) = value, let value = Value(rawValue: word) else { return }
        preferences[keyPath: field] = value
      })
  }
}
