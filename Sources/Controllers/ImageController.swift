package import Imaging
package import Models
package import Signals

/// Images from the content repository, cached in memory and on disk.
package protocol ImageController: Sendable {
  /// An image that covers `size` (in pixels), as well as the sources allow; one of more than `bytes` encoded
  /// bytes is not downloaded.
  ///
  /// Emits the best cached image at once. If that is missing or too small, requests the image from
  /// the server, emits it too, then completes. A network failure fails the signal; the caller keeps
  /// what it already has. Equal requests in flight are shared. Does its work per subscription, off
  /// the main thread.
  func image(
    for uri: MediaURI, size: PixelSize, atMost bytes: Int
  ) -> Signal<Bitmap, RequestError>

  /// A reduced copy that the server makes of an image, for one that is too large or of a kind that this
  /// program cannot show; one of more than `bytes` encoded bytes is not downloaded.
  ///
  /// Emits the cached copy or requests one, then completes; a server makes none of most files. Equal
  /// requests in flight are shared. Does its work per subscription, off the main thread.
  func thumbnail(of uri: MediaURI, atMost bytes: Int) -> Signal<Bitmap, RequestError>
}

extension ImageController {
  /// The same for an image of no unusual size.
  package func image(for uri: MediaURI, size: PixelSize) -> Signal<Bitmap, RequestError> {
    image(for: uri, size: size, atMost: PictureLimit.usual)
  }
}
