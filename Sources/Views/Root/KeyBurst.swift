/// Keys that follow each other without a pause: somebody types, perhaps without looking.
///
/// A sentence that is typed into the wrong part of the screen must start nothing there. Its first
/// letters may mean something; from the first letter that shows that text was meant, the rest of the
/// burst does nothing but become text where text is taken.
struct KeyBurst {
  /// Who looks at the screen before the next key takes longer than this.
  static let pause = Duration.milliseconds(300)
  /// Who types without looking pauses no longer than this within a sentence.
  static let sentencePause = Duration.seconds(1)
  /// Who ends a sentence with Enter thinks no longer than this before.
  static let endPause = Duration.seconds(2)

  private var lastKey: ContinuousClock.Instant?
  /// Whether a letter of the burst meant nothing where it was typed, or led elsewhere.
  private(set) var hasStrayed = false
  private var hasOpenedQuestion = false
  /// The last key and where it was pressed; where it led is known when the next one comes.
  private var lastPress: (isLetter: Bool, context: Context)?
  private var lastMeaningless: ContinuousClock.Instant?

  /// A key comes; after a pause a new burst begins.
  ///
  /// A key that nobody presses within a sentence, such as an arrow, shows that somebody looks.
  mutating func noteKey(
    isTyping: Bool, in context: Context, at time: ContinuousClock.Instant
  ) {
    settleLastPress(at: context)
    let isContinued = lastKey.map { time - $0 < Self.pause } ?? false
    if !isContinued || !isTyping { hasStrayed = false }
    if !isTyping { lastMeaningless = nil }
    if !isContinued { hasOpenedQuestion = false }
    lastKey = time
  }

  /// Whether a key of the present burst does nothing in a part of the screen; after letters that
  /// meant nothing, keys do nothing for a while longer.
  mutating func withholds(isLetter: Bool, isEnter: Bool, in context: Context) -> Bool {
    if context == .confirmation, hasOpenedQuestion { return isLetter || isEnter }
    if Set<Context>.text.contains(context) { return hasStrayed && isEnter }
    let isWithheld =
      hasStrayed && (isLetter || isEnter) || isLetter && isWithin(Self.sentencePause)
      || isEnter && isWithin(Self.endPause)
    if isLetter, isWithheld { lastMeaningless = lastKey }
    return isWithheld
  }

  /// Whether the last letter that meant nothing came no longer ago than this.
  private func isWithin(_ pause: Duration) -> Bool {
    guard let lastKey, let lastMeaningless else { return false }
    return lastKey - lastMeaningless < pause
  }

  /// Takes note of whether a key meant something where it was pressed.
  mutating func noteEffect(isLetter: Bool, meantSomething: Bool, in context: Context) {
    lastPress = (isLetter, context)
    guard isLetter, !meantSomething, !Set<Context>.text.contains(context) else { return }
    lastMeaningless = lastKey
    hasStrayed = true
  }

  /// Takes note of where the last key led.
  private mutating func settleLastPress(at context: Context) {
    guard let (isLetter, before) = lastPress, before != context else { return }
    lastPress = nil
    if context == .confirmation { hasOpenedQuestion = true }
    guard isLetter, !Set<Context>.text.contains(before) else { return }
    if before == .menu || before == .confirmation { lastMeaningless = lastKey }
    hasStrayed = true
  }
}
