import Controllers
import Imaging
import Models
import Signals

/// Keeps the best available picture for an address that may change.
///
/// Starts once the size is known. A failure keeps the last picture.
final class PictureLoader {
  let picture: Property<Bitmap>
  let failure: Property<RequestError?>
  let size = MutableProperty<PixelSize?>(nil)

  private let attempt = MutableProperty(0)
  private let lifetime = Lifetime()

  init(source: Property<MediaURI?>, images: any ImageController, placeholder: Bitmap) {
    let picture = MutableProperty(placeholder)
    let failure = MutableProperty<RequestError?>(nil)
    self.picture = picture
    self.failure = failure
    let request = SerialDisposable()
    lifetime.add(request)
    lifetime.add(
      source.combineLatest(with: size).combineLatest(with: attempt).observe { wanted, _ in
        let (source, size) = wanted
        request.inner = nil
        failure.value = nil
        guard let source else { return picture.value = placeholder }
        guard let size else { return }
        request.inner = images.image(for: source, size: size).observe(on: .main).subscribe(
          value: { picture.value = $0 }, failed: { failure.value = $0 })
      })
  }

  /// Requests the picture again if the last attempt failed.
  func retry() {
    guard failure.value != nil else { return }
    attempt.value += 1
  }
}
