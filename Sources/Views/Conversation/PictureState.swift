/// What of a row's picture takes room in the timeline.
enum PictureState: Hashable {
  case none
  /// A line says that it is loading.
  case loading(String)
  /// A line says why it could not be loaded.
  case failed(String)
  /// Preview cells of a size.
  case cells(width: Int, height: Int)
}
