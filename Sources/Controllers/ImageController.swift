package import Imaging
package import Models
package import Signals

/// Pictures from the content repository, cached in memory and on disk.
package protocol ImageController: Sendable {
  /// A picture that fills `size` as well as can be had.
  ///
  /// Emits the best cached picture at once; when that is smaller than asked or absent, asks the
  /// server and emits its picture too; then completes. A network failure fails the signal: the
  /// caller keeps what it has. Equal requests in flight are shared. Size is in pixels.
  func image(for uri: MediaURI, size: PixelSize) -> Signal<Bitmap, RequestError>
}
