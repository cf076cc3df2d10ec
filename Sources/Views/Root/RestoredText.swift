/// A text that stood in a field before the user saw it, such as the draft of a room.
struct RestoredText {
  let field: TextField
  let text: String
  /// When the field was there; its first frame counts instead.
  private(set) var time: ContinuousClock.Instant
  private var isDrawn = false

  /// Returns nil for a field without a text.
  init?(_ field: TextField, at time: ContinuousClock.Instant) {
    guard !field.editor.isEmpty else { return nil }
    self.field = field
    text = field.editor.text
    self.time = time
  }

  mutating func noteFrame(at time: ContinuousClock.Instant) {
    guard !isDrawn else { return }
    isDrawn = true
    self.time = time
  }
}
