extension String {
  /// A name on one line; nil when a reader would see nothing of it.
  ///
  /// A group of blanks is one space: a wide gap could push the end of a name to where the program draws marks.
  package var visibleName: String? {
    guard !isInvisible else { return nil }
    // The program's own lines begin with one of these marks, so a name must not.
    let plain = oneLine.trimmedToInk.drop { Self.marks.contains($0.unicodeScalars.first ?? " ") }
    return plain.isEmpty ? nil : String(plain).trimmedToInk.withoutGaps
  }

  /// A name without line breaks, so that it cannot start a line of its own in other text.
  package var oneLine: String {
    guard contains(where: { $0.isNewline || $0 == "\t" }) else { return self }
    return split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
  }

  private static let marks = Set("·┊▸▾▌ ".unicodeScalars)
}
