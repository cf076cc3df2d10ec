/// The name of a file of a stranger, made harmless: no folder, nothing hidden, nothing that reads
/// otherwise than it is written.
struct FileName: Hashable, Sendable {
  /// In bytes of UTF-8.
  private static let maximumLength = 200
  /// The longest ending that stays when a name is cut, with its dot, in bytes.
  private static let maximumEnding = 16

  let text: String

  /// Takes the last part of a path; nil when nothing is left of it.
  init?(_ text: String) {
    let base = text.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? []
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: base.lazy.filter(Self.isHarmless))
    var name = Self.trimmed(String(kept))
    if name.hasPrefix(".") { name = "_" + name.drop { $0 == "." } }
    guard !name.isEmpty, name != "_" else { return nil }
    self.text = Self.cut(name)
  }

  /// `Content-Disposition` that has a browser save content, under this name if there is one.
  ///
  /// Source: RFC 6266; RFC 8187 for what is not ASCII.
  static func attachment(_ name: FileName?) -> String {
    guard let name else { return "attachment" }
    let plain = String(
      decoding: name.text.unicodeScalars.map { scalar in
        scalar.isASCII && !"\"\\%".unicodeScalars.contains(scalar)
          ? UInt8(scalar.value) : UInt8(ascii: "_")
      }, as: UTF8.self)
    guard plain != name.text else { return "attachment; filename=\"\(plain)\"" }
    return "attachment; filename=\"\(plain)\"; filename*=utf-8''\(encoded(name.text))"
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    default: true
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Shortens a name before its ending.
  private static func cut(_ name: String) -> String {
    guard name.utf8.count > maximumLength else { return name }
    var ending = name.lastIndex(of: ".").map { name[$0...] } ?? ""
    if ending.utf8.count > maximumEnding { ending = "" }
    let room = maximumLength - ending.utf8.count
    var start = String.UnicodeScalarView()
    var count = 0
    for scalar in name.unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= room else { break }
      start.append(scalar)
    }
    return String(start) + ending
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      if byte.isASCIILetter || byte.isASCIIDigit || ".-_".utf8.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
