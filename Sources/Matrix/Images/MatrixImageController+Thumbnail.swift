package import Controllers
package import Imaging
package import Models
package import Signals

extension MatrixImageController {
  package func thumbnail(
    of uri: MediaURI, atMost bytes: Int
  ) -> Signal<Bitmap, RequestError> {
    Signal { [self] observer in
      let task = Task { await loadThumbnail(of: uri, atMost: bytes, into: observer) }
      return AnyDisposable { task.cancel() }
    }
  }

  private func loadThumbnail(
    of uri: MediaURI, atMost bytes: Int, into observer: Observer<Bitmap, RequestError>
  ) async {
    let side = PictureVariant.longestSide
    let size = PixelSize(width: side, height: side)
    do throws(RequestError) {
      let picture =
        if let kept = await kept(uri, .large, size) { kept } else {
          try await fetched(uri, .large, size, atMost: bytes)
        }
      observer.send(picture.bitmap)
      observer.complete()
    } catch {
      observer.fail(error)
    }
  }
}
