package import Controllers
package import Imaging
package import Models
package import Signals

/// An image controller with scripted results.
package final class FakeImageController: ImageController {
  /// A requested picture.
  package struct Request: Hashable, Sendable {
    package var source: MediaURI
    package var size: PixelSize
    package var mostBytes: Int

    package init(_ source: MediaURI, _ size: PixelSize, atMost bytes: Int = PictureLimit.usual) {
      self.source = source
      self.size = size
      mostBytes = bytes
    }
  }

  /// A copy that the server is asked to make.
  package struct ThumbnailRequest: Hashable, Sendable {
    package var source: MediaURI
    package var mostBytes: Int

    package init(_ source: MediaURI, atMost bytes: Int = PictureLimit.usual) {
      self.source = source
      mostBytes = bytes
    }
  }

  package let onImage = Script<Request, Bitmap>("image", .fetchImage)
  package let onThumbnail = Script<ThumbnailRequest, Bitmap>("thumbnail", .fetchImage)

  /// Creates a controller without pictures.
  package init() {}

  package func image(
    for uri: MediaURI, size: PixelSize, atMost bytes: Int
  ) -> Signal<Bitmap, RequestError> {
    onImage.signal(Request(uri, size, atMost: bytes))
  }

  package func thumbnail(of uri: MediaURI, atMost bytes: Int) -> Signal<Bitmap, RequestError> {
    onThumbnail.signal(ThumbnailRequest(uri, atMost: bytes))
  }
}
