extension RootView {
  /// Copies a text and says so.
  func copy(_ text: String, saying words: String) {
    send(.copy(text))
    notice = words
  }

  /// An address could not be opened: what is not opened is copied, if that is all that is left.
  public func opening(of address: String, failed reason: OpeningFailure) {
    switch reason {
    case .missing(let words): copy(address, saying: "\(words): the link is copied instead")
    case .failed(let words): notice = words
    }
    invalidate()
  }
}
