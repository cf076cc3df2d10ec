package import Controllers
package import Imaging
package import Models
package import Signals

/// An image controller that answers as the test says.
package final class FakeImageController: ImageController {
  /// A picture that was asked for.
  package struct Request: Hashable, Sendable {
    package var source: MediaURI
    package var size: PixelSize

    package init(_ source: MediaURI, _ size: PixelSize) {
      self.source = source
      self.size = size
    }
  }

  package let onImage = Script<Request, Bitmap>("image", .fetchImage)

  /// Makes a controller without pictures.
  package init() {}

  package func image(for uri: MediaURI, size: PixelSize) -> Signal<Bitmap, RequestError> {
    onImage.signal(Request(uri, size))
  }
}
