import Models

/// The placeholder of a file in a timeline: `[video clip.mp4 640x480 0:12 3 MB]`.
enum FileText {
  /// Longer names are truncated in the middle, so that the extension stays.
  private static let longestName = 60

  static func image(_ image: ImageContent, as kind: String) -> String {
    bracketed(
      kind, shortened(image.body), pixels(image.width, image.height), image.byteCount.map(bytes))
      + lock(image.isEncrypted)
  }

  static func file(_ file: FileContent) -> String {
    let kind =
      switch file.kind {
      case .file: "file"
      case .audio: "audio"
      case .voice: "voice message"
      case .video: "video"
      }
    return bracketed(
      kind, shortened(file.name), pixels(file.width, file.height),
      file.durationMilliseconds.flatMap(duration), file.byteCount.map(bytes))
      + lock(file.isEncrypted)
  }

  private static func lock(_ isEncrypted: Bool) -> String {
    isEncrypted ? " 🔒 encrypted: this version cannot read it" : ""
  }

  /// Words between brackets, on one line.
  static func bracketed(_ words: String?...) -> String {
    let words = words.compactMap { $0 }.map { Names.oneLine($0) }.filter { !$0.isEmpty }
    return "[\(words.joined(separator: " "))]"
  }

  static func shortened(_ name: String) -> String {
    guard name.isEmpty || !name.isInvisible else { return "(no name)" }
    guard name.count > longestName else { return name }
    return "\(name.prefix(longestName - 16))…\(name.suffix(15))"
  }

  /// The sender declares the size: an absurd one is not shown.
  private static func pixels(_ width: Int?, _ height: Int?) -> String? {
    let plausible = 1...100_000
    guard let width, let height, plausible.contains(width), plausible.contains(height) else {
      return nil
    }
    return "\(width)x\(height)"
  }

  /// "0:12", "1:02:03"; nil for more than a day.
  private static func duration(_ milliseconds: Int) -> String? {
    guard (0..<86_400_000).contains(milliseconds) else { return nil }
    let seconds = (milliseconds + 500) / 1000
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let rest = "\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    guard hours > 0 else { return "\(minutes):\(rest)" }
    return "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)"
  }

  /// "12 kB".
  nonisolated static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(max(0, count)) B"
    case ..<1_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000) MB"
    }
  }
}
