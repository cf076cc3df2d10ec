import Signals

/// What is told of what happened by itself, one notice after the other.
final class Notices {
  /// The newest notice; empty at first.
  let text: Property<String>

  private let source = MutableProperty("")
  private let pass: (String) -> Void

  /// - Parameter pass: Tells the notices elsewhere, too.
  init(pass: @escaping (String) -> Void = { _ in }) {
    text = source
    self.pass = pass
  }

  /// Tells something; the same words may be told again.
  func tell(_ words: String) {
    source.value = ""
    source.value = words
    pass(words)
  }
}
