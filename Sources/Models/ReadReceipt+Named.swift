extension ReadReceipt {
  /// How many readers of one message are named below it; of more, it only says how many there are.
  package static let mostNamed = 3
}
