import MatrixGrammar

/// A file name from a stranger, made harmless: without folders, not hidden, and without characters
/// that make it look like another name.
struct FileName: Hashable, Sendable {
  /// In bytes.
  private static let maximumLength = 200
  /// The longest extension that survives the cut of a long name, with its dot, in bytes.
  private static let maximumEnding = 16

  let text: String

  /// Takes the last component of a path; nil when nothing harmless is left.
  init?(_ text: String) {
    let base = text.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? []
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: base.lazy.filter(Self.isHarmless))
    var name = String(String(kept).trimmed(\.isWhitespace))
    if name.hasPrefix(".") { name = "_" + name.drop { $0 == "." } }
    guard !name.isEmpty, name != "_" else { return nil }
    self.text = Self.cut(name)
  }

  /// A `Content-Disposition` that makes a browser save the content, under this name if there is one.
  ///
  /// Source: RFC 6266; RFC 8187 for names that are not ASCII.
  static func attachment(_ name: FileName?) -> String {
    guard let name else { return "attachment" }
    let plain = String(
      decoding: name.text.unicodeScalars.map { scalar in
        scalar.isASCII && !"\"\\%".unicodeScalars.contains(scalar)
          ? UInt8(scalar.value) : UInt8(ascii: "_")
      }, as: UTF8.self)
    guard plain != name.text else { return "attachment; filename=\"\(plain)\"" }
    return
      "attachment; filename=\"\(plain)\"; filename*=utf-8''\(PercentEncoding.encode(name.text))"
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      false
    default: true
    }
  }

  /// Shortens a long name before its extension.
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
}
