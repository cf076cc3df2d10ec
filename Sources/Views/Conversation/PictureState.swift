/// What of a row's picture takes room in the timeline.
enum PictureState: Hashable {
  case none
  /// A line of text: it is loading, or could not be loaded.
  case note(String, Role)
  /// Preview cells of a size.
  case cells(width: Int, height: Int)
}
