/// Why an address was not opened in another program.
public enum OpeningFailure: Equatable, Sendable {
  /// The program is not installed; what to do about it, in words.
  case missing(String)
  /// The program failed; how, in words.
  case failed(String)
}
