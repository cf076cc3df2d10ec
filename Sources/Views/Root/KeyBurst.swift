/// Keys in rapid succession: the user is typing, perhaps without looking at the screen.
///
/// A sentence typed into the wrong part of the screen must not trigger anything there. Its first
/// letters may be bound to actions. As soon as a letter shows that the user meant text, the rest of
/// the burst is ignored except where text is accepted.
struct KeyBurst {
  /// A user who looks at the screen between keys takes longer than this.
  static let pause = Duration.milliseconds(300)
  /// A user who types without looking pauses no longer than this within a sentence.
  static let sentencePause = Duration.seconds(1)
  /// A user who ends a sentence with Enter hesitates no longer than this first.
  static let endPause = Duration.seconds(2)
  /// An Enter that comes this long after the last key was decided on by itself.
  static let decision = Duration.milliseconds(800)
  /// A letter that comes sooner behind the one before was typed in one breath with it.
  static let breath = Duration.milliseconds(100)
  /// Nobody has read a screen this soon after its first frame.
  static let firstLook = Duration.milliseconds(200)

  private var lastKey: ContinuousClock.Instant?
  private var lastLetter: Character?
  /// Whether a letter of the burst was unbound where it was typed, or moved the focus.
  private(set) var hasStrayed = false
  /// Whether this key came right behind a letter, as a space between two words does.
  private(set) var followsLetter = false
  /// Whether the key before this one answered a question with yes, or moved the cursor behind such a key.
  private(set) var hasAnswered = false
  private var movesBehindAnswer = false
  /// What Enter needs in a field that keys which were meant for another place have led into.
  private enum Confirmation { case none, pause, secondEnter }
  private var confirmation = Confirmation.none
  /// What an Enter lacked that was withheld in this field: letters after it show that it was part of a sentence.
  private var withheld = Confirmation.none
  private var hasOpenedQuestion = false
  /// When a text was pasted that may open a question; nil once a key has followed.
  private var lastPaste: ContinuousClock.Instant?
  /// Whether a letter opened the question, such as the one about a link: a word may go on slowly.
  private var wasLetter = false
  /// The last key and its context; the context after it is known when the next key arrives.
  private var lastPress: (isLetter: Bool, isYes: Bool, opensComposer: Bool, context: Context)?
  /// The first letter of a message, behind the key that opened the composer; nil once another has followed.
  private var firstLetter: Character?
  private var lastMeaningless: ContinuousClock.Instant?
  /// When Enter was withheld where letters are keys, unless a letter has followed.
  private var withheldEnter: ContinuousClock.Instant?

  /// Records a key; after a pause, a new burst begins.
  ///
  /// A key that is not part of typing a sentence, such as an arrow, shows that the user is looking.
  ///
  /// - Parameters:
  ///   - letter: The character of the key, if it is one.
  ///   - isUnseen: Whether the screen that takes the key has never been shown.
  ///   - isLasting: Whether Enter would change something here that is more than a new message.
  mutating func noteKey(
    isTyping: Bool, letter: Character? = nil, in context: Context, isUnseen: Bool = false,
    isLasting: Bool = false, at time: ContinuousClock.Instant
  ) {
    (hasAnswered, movesBehindAnswer) = (movesBehindAnswer, false)
    let isFirst = beginsMessage(with: letter, at: time)
    let isMeant = !hasStrayed && (isFirst || begins(with: letter, after: lastLetter))
    let isCutWord = endsCutWord(letter)
    firstLetter = isFirst ? letter : nil
    followsLetter =
      lastLetter?.isLetter == true && lastKey.map { time - $0 < Self.sentencePause } ?? false
    lastLetter = letter
    settleLastPress(at: context)
    // What is added to the words of a message does not begin a sentence.
    if isMeant, context == .prompt || !isLasting { hasStrayed = false }
    let rest = lastKey.map { time - $0 }
    let isContinued = rest.map { $0 < Self.pause } ?? false
    if !isContinued || !isTyping { hasStrayed = false }
    // Whoever goes on at once after a paste has not seen the question that it has opened.
    let isBlind = context == .prompt && lastPaste.map { time - $0 < Self.endPause } ?? false
    lastPaste = nil
    if !context.takesText || !isTyping { (confirmation, withheld) = (.none, .none) }
    if confirmation == .pause, rest.map({ $0 >= Self.decision }) ?? true { confirmation = .none }
    if context.takesText, hasStrayed || isCutWord || isBlind || isUnseen {
      requireConfirmation(hasStrayed && isLasting ? .secondEnter : .pause)
    }
    if !isTyping { lastMeaningless = nil }
    let opening = wasLetter ? Self.sentencePause : Self.pause
    if rest.map({ $0 >= opening }) ?? true { hasOpenedQuestion = false }
    lastKey = time
  }

  /// Whether a text begins with a letter.
  ///
  /// No sentence has a capital letter right behind a small one, so that one was not its beginning, but a key.
  private func begins(with letter: Character?, after last: Character?) -> Bool {
    letter?.isUppercase == true && last?.isLowercase == true
  }

  /// Whether a key behind one that opens the composer begins a message.
  ///
  /// A sentence that lost its first letter to that key goes on in the same breath, or with the end of its first
  /// word, as that of "I want" does.
  private func beginsMessage(with letter: Character?, at time: ContinuousClock.Instant) -> Bool {
    guard let letter, let lastKey, lastPress?.opensComposer == true else { return false }
    return time - lastKey >= Self.breath && !Self.wordEnds.contains(letter)
  }

  /// Whether the first letter of a message is all of its first word: it is "it", "in", "is" or "if" then, without
  /// the letter that opened the composer.
  private func endsCutWord(_ letter: Character?) -> Bool {
    guard let letter, let firstLetter else { return false }
    return Self.secondLetters.contains(firstLetter) && Self.wordEnds.contains(letter)
  }

  private static let wordEnds = Set<Character>(" '’,;")
  private static let secondLetters = Set<Character>("dfmnst")

  private mutating func requireConfirmation(_ kind: Confirmation) {
    if confirmation != .secondEnter { confirmation = kind }
  }

  /// Records a key that leads elsewhere and did not: the text behind it may be meant for there.
  mutating func noteRefusal() { requireConfirmation(.secondEnter) }

  /// Records that a key moves the cursor, as the one before it may have that answered a question.
  mutating func noteMoveBehindAnswer() { movesBehindAnswer = true }

  /// Records a paste that may open a question.
  mutating func notePaste(at time: ContinuousClock.Instant) { lastPaste = time }

  /// Whether to ignore a key of the current burst in a context.
  ///
  /// After unbound letters, keys are ignored for a while longer.
  ///
  /// - Parameter isHarmless: Whether Enter only finds or shows something here.
  mutating func withholds(
    isLetter: Bool, isEnter: Bool, isHarmless: Bool = false, in context: Context
  ) -> Bool {
    if context == .confirmation, hasOpenedQuestion { return isLetter || isEnter }
    if context.takesText {
      if isLetter, withheld != .none { requireConfirmation(withheld) }
      guard isEnter else { return false }
      withheld = isHarmless ? .none : confirmation
      confirmation = .none
      return withheld != .none
    }
    let isWithheld =
      hasStrayed && (isLetter || isEnter) || isLetter && isWithin(Self.sentencePause)
      || isEnter && isWithin(Self.endPause) && !isSecondEnter
    if isLetter, isWithheld { lastMeaningless = lastKey }
    if isLetter || isEnter { withheldEnter = isEnter && isWithheld ? lastKey : nil }
    return isWithheld
  }

  /// Whether the user had the time to read that Enter has to be pressed again, and has done so.
  private var isSecondEnter: Bool {
    guard let lastKey, let withheldEnter else { return false }
    return lastKey - withheldEnter >= Self.decision
  }

  /// Whether the last stray letter is no older than this.
  private func isWithin(_ pause: Duration) -> Bool {
    guard let lastKey, let lastMeaningless else { return false }
    return lastKey - lastMeaningless < pause
  }

  /// Records whether a key was bound where it was pressed.
  ///
  /// - Parameters:
  ///   - isYes: Whether the key says yes to a question.
  ///   - opensComposer: Whether the key leads to the composer, to write a message there.
  mutating func noteEffect(
    isLetter: Bool, isYes: Bool = false, opensComposer: Bool = false, meantSomething: Bool,
    in context: Context
  ) {
    lastPress = (isLetter, isYes, opensComposer, context)
    guard isLetter, !context.takesText else { return }
    // A letter that moves the cursor after a moment of quiet ends the sentence, as an arrow does.
    // One right behind a yes does not: what the yes was typed for may go on.
    if !meantSomething || !movesBehindAnswer { lastMeaningless = meantSomething ? nil : lastKey }
    if !meantSomething { hasStrayed = true }
  }

  /// Records the context that the last key led to.
  private mutating func settleLastPress(at context: Context) {
    guard let (isLetter, isYes, _, before) = lastPress, before != context else { return }
    lastPress = nil
    if context == .confirmation {
      (hasOpenedQuestion, wasLetter) = (true, isLetter && !before.takesText)
    }
    guard isLetter, !before.takesText else { return }
    hasAnswered = isYes && before == .confirmation
    if before == .menu || before == .confirmation { lastMeaningless = lastKey }
    hasStrayed = true
  }
}
