/// What the user can choose about the program.
///
/// A field takes a row in ``Preference/all``; the file, the settings screen and the documentation follow.
package struct Preferences: Hashable, Sendable {
  /// The colours.
  package var theme = Theme.automatic
  /// Whether links can be clicked on (OSC 8).
  package var links = Links.automatic
  /// How times of the day are written.
  package var clock = Clock.twentyFour
  /// In which language days are written.
  package var dates = Dates.english

  /// Whether the mouse is used here, and text is selected with Shift held.
  package var usesMouse = false
  /// For how many seconds a message can be taken back before it goes out.
  package var undoSeconds = 0
  /// The languages in which words are checked, separated by commas; `auto` for that of the locale, `off`
  /// for none.
  package var spelling = "auto"

  /// The ways to tell of new messages.
  package var noticeWays: Set<NoticeWay> = Set(NoticeWay.allCases)
  /// A program that is run for new messages, with its options; empty for none.
  package var noticeCommand = ""
  /// Whether the user is told of nothing.
  package var doNotDisturb = false

  /// Whom read receipts tell that the account has read.
  package var readReceipts = Receipts.open
  /// Whether others are told that the account is writing.
  package var sendsTyping = true
  /// Whether others see that the account is there, and the user sees who else is.
  package var showsPresence = true

  /// Whether pictures of messages and people are shown.
  package var showsPictures = true
  /// The largest picture that is loaded by itself, in MiB.
  package var largestPicture = 8

  /// The keys of actions by their names, in the notation of key files; others have their usual ones.
  package var keys: [String: [String]] = [:]

  /// The preferences of a user who has changed none.
  package init() {}

  /// The kinds of colours.
  package enum Theme: String, CaseIterable, Sendable {
    /// As the background of the terminal asks for.
    case automatic = "auto"
    case dark
    case light
    /// No colours.
    case plain
  }

  /// When links can be clicked on.
  package enum Links: String, CaseIterable, Sendable {
    /// On terminals that are known to understand them.
    case automatic = "auto"
    case always
    case never
  }

  /// The ways to write a time of the day.
  package enum Clock: String, CaseIterable, Sendable {
    case twentyFour = "24h"
    case twelve = "12h"
  }

  /// The languages of days.
  package enum Dates: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"
    /// Digits alone, as in 2026-11-26.
    case iso
  }

  /// Whom read receipts tell.
  package enum Receipts: String, CaseIterable, Sendable {
    /// Everybody in the room.
    case open = "public"
    /// The account's own devices.
    case ownDevices = "private"
  }

  /// The ways to tell of new messages.
  package enum NoticeWay: String, CaseIterable, Sendable {
    case bell, desktop, title
  }
}

extension Preferences {
  /// Whom the account's read receipts tell that it has read.
  package var receiptAudience: ReceiptAudience { readReceipts == .open ? .room : .ownDevices }

  /// The languages in which words are checked; empty for none, nil for that of the locale.
  package var spellingLanguages: [String]? {
    switch spelling {
    case "auto": nil
    case "off": []
    default: spelling.split(separator: ",").map(String.init)
    }
  }

  /// Whether a text names languages of dictionaries, such as `de_AT,en`.
  package static func areLanguages(_ text: String) -> Bool {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    return names.allSatisfy { name in
      !name.isEmpty && name.utf8.count <= 32
        && name.allSatisfy { $0.isASCII && ($0.isLetter || "_-".contains($0)) }
    }
  }
}
