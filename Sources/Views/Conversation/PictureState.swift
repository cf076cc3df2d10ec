/// What a row's picture occupies in the timeline.
enum PictureState: Hashable {
  case none
  /// One line that says the picture is loading.
  case loading(String)
  /// One line that says why loading failed.
  case failed(String)
  /// A preview of the given size in cells.
  case cells(width: Int, height: Int)
}
