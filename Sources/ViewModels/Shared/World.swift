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
  /// What the user has chosen about the program.
  package var preferences: any PreferencesController
  /// The program that opens links and files.
  package var openerName: String
  /// The emoji to choose from, one a line: the emoji, a space, and its names separated by commas.
  package var emoji: @Sendable () -> String
  /// Checks the words that the user writes; nil while the user does not want it.
  package var spelling: Property<(any SpellingController)?>

  /// What the user has chosen about the program, now.
  @MainActor package var chosen: Property<Preferences> { preferences.preferences }

  /// For how long a message can be taken back before it goes out.
  @MainActor package var undoPause: Duration { .seconds(chosen.value.undoSeconds) }

  /// Times and days as the user wants them.
  @MainActor var time: TimeText {
    TimeText(
      secondsFromUTC: secondsFromUTC, clock: chosen.value.clock, dates: chosen.value.dates)
  }

  /// For how long a removal can be taken back: some seconds also where messages go out at once, because
  /// nothing brings the message back later.
  @MainActor package var removalPause: Duration { undoPause > .zero ? undoPause : .seconds(5) }

  package init(
    scheduler: any Scheduler, now: @escaping @Sendable () -> Timestamp,
    secondsFromUTC: @escaping @Sendable (Timestamp) -> Int, placeholder: Bitmap,
    loginName: String, preferences: any PreferencesController,
    openerName: String = "xdg-open",
    emoji: @escaping @Sendable () -> String = { "" },
    spelling: Property<(any SpellingController)?>
  ) {
    self.scheduler = scheduler
    self.now = now
    self.secondsFromUTC = secondsFromUTC
    self.placeholder = placeholder
    self.loginName = loginName
    self.preferences = preferences
    self.openerName = openerName
    self.emoji = emoji
    self.spelling = spelling
  }
}
