import MatrixGrammar

extension PercentEncoding {
  /// The text behind an encoding in a target.
  ///
  /// - Throws: `M_INVALID_PARAM` for what is no encoding of UTF-8.
  static func decode(
    _ text: Substring.UTF8View, plusIsSpace: Bool = false
  ) throws(MatrixError) -> String {
    do throws(Failure) {
      return try decoded(text, plusIsSpace: plusIsSpace)
    } catch {
      switch error {
      case .missingDigits:
        throw MatrixError.invalid("the target has a '%' without two hexadecimal digits")
      case .noText: throw MatrixError.invalid("the target is no UTF-8")
      }
    }
  }
}
