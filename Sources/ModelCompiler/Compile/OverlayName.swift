/// The names of files that change the schema beside them.
enum OverlayName {
  private static let ending = ".overlay.json"

  static func matches(_ path: String) -> Bool {
    path.utf8.count > ending.utf8.count && path.hasSuffix(ending)
  }

  /// The path of the schema that an overlay belongs to.
  static func schema(of path: String) -> String { path.dropLast(ending.count) + ".json" }
}
