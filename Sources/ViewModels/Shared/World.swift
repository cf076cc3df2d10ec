package import Controllers
package import Imaging
package import Models
package import Signals

/// What view models need besides controllers; they use no ambient state.
package nonisolated struct World {
  /// The scheduler for delays; its users move the callbacks to the main actor.
  package var scheduler: any Scheduler
  /// The current time.
  package var now: @Sendable () -> Timestamp
  /// Seconds east of UTC at a time.
  package var secondsFromUTC: @Sendable (Timestamp) -> Int
  /// The avatar of people without one.
  package var placeholder: Bitmap
  /// The person's login name on this machine; may be empty.
  package var loginName: String
  /// For how long a message can be taken back before it goes out.
  package var undoPause: Duration
  /// Whether others are told that the account is writing.
  package var sendsTyping: Bool
  /// Whom the account's read receipts tell that it has read.
  package var receiptAudience: ReceiptAudience
  /// The program that opens links and files.
  package var openerName: String
  /// The emoji to choose from, one a line: the emoji, a space, and its names separated by commas.
  package var emoji: @Sendable () -> String
  /// Checks the words that the user writes; nil when the user does not want it.
  package var spelling: (any SpellingController)?

  /// For how long a removal can be taken back: some seconds also where messages go out at once, because
  /// nothing brings the message back later.
  package var removalPause: Duration { undoPause > .zero ? undoPause : .seconds(5) }

  package init(
    scheduler: any Scheduler, now: @escaping @Sendable () -> Timestamp,
    secondsFromUTC: @escaping @Sendable (Timestamp) -> Int, placeholder: Bitmap,
    loginName: String, undoPause: Duration = .zero, sendsTyping: Bool = true,
    receiptAudience: ReceiptAudience = .room,
    openerName: String = "xdg-open",
    emoji: @escaping @Sendable () -> String = { "" },
    spelling: (any SpellingController)? = nil
  ) {
    self.scheduler = scheduler
    self.now = now
    self.secondsFromUTC = secondsFromUTC
    self.placeholder = placeholder
    self.loginName = loginName
    self.undoPause = undoPause
    self.sendsTyping = sendsTyping
    self.receiptAudience = receiptAudience
    self.openerName = openerName
    self.emoji = emoji
    self.spelling = spelling
  }
}
