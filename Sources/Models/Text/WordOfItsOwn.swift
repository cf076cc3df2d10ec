extension Unicode.Scalar {
  /// Whether a search takes the letter as a word: its script is written without spaces, so that no other
  /// beginnings of words are known.
  package var isWordOfItsOwn: Bool {
    switch value {
    case ..<0x0E00: false
    // Thai and Lao, Burmese, Khmer, kana.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
      0xFF66...0xFF9F:
      true
    default: properties.isIdeographic
    }
  }
}
