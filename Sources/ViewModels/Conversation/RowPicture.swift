import Controllers
import Imaging
import Models
import Signals

/// The picture of a row: the whole one, or its thumbnail where the whole is too large, cannot be shown or is no
/// picture.
final class RowPicture {
  private let image: MutableProperty<ImageState>
  private let content: MutableProperty<MessageRowContent>
  private let images: any ImageController
  private let world: World
  private var message: Message?
  private var source: PictureSource?
  private var size: PixelSize?
  /// Whether the whole picture is shown whatever its size: the user has asked for it, or has it already.
  private var isWanted = false
  private let request = SerialDisposable()
  private let choice = SerialDisposable()
  private let lifetime = Lifetime()

  init(
    image: MutableProperty<ImageState>, content: MutableProperty<MessageRowContent>,
    images: any ImageController, world: World
  ) {
    self.image = image
    self.content = content
    self.images = images
    self.world = world
    lifetime.add(request)
    lifetime.add(choice)
  }

  /// Follows the message; a picture that no longer belongs to it is removed.
  func show(_ message: Message) {
    self.message = message
    let source = PictureSource(message)
    guard source != self.source else { return }
    self.source = source
    isWanted = false
    end(.none)
    // Loads the picture as the user wants it by now, and again when the user wants something else.
    choice.inner =
      source == nil
      ? nil
      : world.chosen.map { PictureChoice($0) }.observe { [weak self] _ in self?.load() }
  }

  /// The picture is on the screen, with a size in pixels.
  func appeared(_ size: PixelSize) {
    guard self.size != size else { return }
    self.size = size
    load()
  }

  /// The user has asked for the picture.
  func loadWhole() {
    isWanted = true
    content.modify {
      $0.canLoadPicture = false
      if !$0.pictureText.isEmpty { $0.pictureText = "loading the whole picture…" }
    }
    load()
  }

  private func load() {
    guard let source, let size else { return }
    let choice = PictureChoice(world.chosen.value)
    guard choice.isOn else { return end(.none) }
    guard let whole = source.whole else {
      let reason = source.lost.map(MissingPicture.nowhere) ?? MissingPicture.none
      return loadThumbnail(for: reason, choice)
    }
    if let reason = refusal(of: source, choice) { return loadThumbnail(for: reason, choice) }
    let most = isWanted ? PictureLimit.most : min(choice.mostBytes, PictureLimit.most)
    fetch(images.image(for: whole, size: size, atMost: most)) { [weak self] in
      self?.isWanted = true
      self?.end(.loaded($0))
    } failed: { [weak self] in
      self?.wholeFailed($0)
    }
  }

  /// Why the whole picture is not requested; nil when it is.
  private func refusal(of source: PictureSource, _ choice: PictureChoice) -> MissingPicture? {
    if source.byteCount ?? 0 > PictureLimit.most { return .tooLarge(byteCount: source.byteCount) }
    // Without a thumbnail, what the picture says of itself decides.
    if source.hasTooManyPixels, source.thumbnail != nil { return .tooManyPixels }
    return isWanted || choice.allows(source.byteCount)
      ? nil : .unasked(byteCount: source.byteCount)
  }

  private func wholeFailed(_ error: RequestError) {
    let reason = MissingPicture(error, isWanted: isWanted)
    if case .loaded = image.value {
      // The last picture stays, and so does the thumbnail.
      guard !content.value.pictureText.isEmpty else { return }
      return end(image.value, reason)
    }
    // The thumbnail would not come either.
    guard !error.isTransient else { return end(refusal(reason), reason) }
    loadThumbnail(for: reason, PictureChoice(world.chosen.value))
  }

  private func loadThumbnail(for reason: MissingPicture, _ choice: PictureChoice) {
    guard let source, let size else { return }
    let most = min(choice.mostBytes, PictureLimit.usual)
    if let thumbnail = source.thumbnail {
      guard choice.allows(thumbnail.byteCount) else { return end(refusal(reason), reason) }
      fetch(images.image(for: thumbnail.source, size: size, atMost: most)) { [weak self] in
        self?.end(.loaded($0), reason)
      } failed: { [weak self] in
        self?.thumbnailFailed($0, reason)
      }
    } else if let whole = source.whole, reason.mayHaveThumbnail, choice.allows(nil) {
      // Its sender made no thumbnail, but the server may.
      fetch(images.thumbnail(of: whole, atMost: most)) { [weak self] in
        self?.end(.loaded($0), reason)
      } failed: { [weak self] _ in
        self?.hasNoThumbnail(reason)
      }
    } else {
      end(refusal(reason), reason)
    }
  }

  private func hasNoThumbnail(_ reason: MissingPicture) {
    if case .loaded = image.value { return }
    end(refusal(reason), reason)
  }

  private func thumbnailFailed(_ error: RequestError, _ reason: MissingPicture) {
    if case .loaded = image.value { return }
    let problem = MissingPicture(error, isWanted: true)
    end(
      reason.refusal(key: key, thumbnail: error), problem.canBeLoaded ? problem : reason)
  }

  private func fetch(
    _ picture: Signal<Bitmap, RequestError>,
    loaded: @escaping @MainActor @Sendable (Bitmap) -> Void,
    failed: @escaping @MainActor @Sendable (RequestError) -> Void
  ) {
    if case .loaded = image.value {} else { image.value = message?.waitingImage ?? .none }
    request.inner = picture.observe(on: .main).subscribe(value: loaded, failed: failed)
  }

  private func refusal(_ reason: MissingPicture) -> ImageState { reason.refusal(key: key) }

  private var key: String { world.chosen.value.key(.reloadPicture) }

  /// Shows what there is, and what is to say of it.
  ///
  /// The request goes on: a second, larger picture may follow.
  private func end(_ state: ImageState, _ reason: MissingPicture = .none) {
    batch {
      if case .loaded = state {} else { request.inner = nil }
      image.value = state
      var note = ""
      if case .loaded = state { note = reason.note(key: key) }
      var new = content.value
      (new.pictureText, new.canLoadPicture) = (note, reason.canBeLoaded)
      if new != content.value { content.value = new }
    }
  }
}

/// Which pictures the user wants to see.
private struct PictureChoice: Equatable {
  let isOn: Bool
  let mostBytes: Int

  init(_ preferences: Preferences) {
    isOn = preferences.showsPictures
    mostBytes = preferences.largestPicture << 20
  }

  /// Whether a picture of this size is loaded by itself; nil when its sender does not tell.
  func allows(_ byteCount: Int?) -> Bool { mostBytes > 0 && byteCount ?? 0 <= mostBytes }
}
