import Controllers
public import Imaging
import Models
public import Signals

/// The state of a row's image.
public nonisolated enum ImageState: Equatable, Sendable {
  case none
  case loading(String)
  case loaded(Bitmap)
  case failed(String)
}

/// One row of a timeline, with its own loading and error states.
public final class MessageRowViewModel {
  /// The row's identity; a message keeps it when the server's copy replaces the local one.
  public let id: RowID
  /// The content.
  public let content: Property<MessageRowContent>
  /// The picture of image and sticker messages.
  public let image: Property<ImageState>
  /// Sends a failed message again; disabled for others.
  public let retry: Command<Void, Void, Never>
  /// Whether the message failed and waits to be retried or discarded.
  public let isFailed: Property<Bool>
  /// Whether the message can be discarded: it failed, or its file is being uploaded.
  public let isDiscardable: Property<Bool>
  /// Whether the message waits for a moment in which it can be taken back.
  public let isHeld: Property<Bool>
  /// What to type to send a message again that was not sent; nil on other rows.
  public let unsentText: Property<String?>
  /// Whether the account can change the text of the message.
  public let canChange: Property<Bool>
  /// Whether the message has something to remove, by those who may.
  public let canRemove: Property<Bool>
  /// Opens the profile of the sender; disabled on rows without one.
  public let openSender: Command<Void, Void, Never>
  /// Loads the image again; enabled after a failure.
  public let retryImage: Command<Void, Void, Never>
  /// Unfolds the changes into one row each, or folds them; disabled on other rows.
  public let toggle: Command<Void, Void, Never>

  /// Shows what a message hides, or hides it again; disabled on other rows.
  public let uncover: Command<Void, Void, Never>

  /// The links that the message shows.
  public private(set) lazy var links: Property<[MessageLink]> = content.map(\.links)

  /// The message, on rows that show one.
  let message: (id: Message.ID, room: RoomID)?
  /// The message as it is shown.
  private(set) var shown: Message?
  let contentSource = MutableProperty(MessageRowContent())
  private let uploads: Signal<[Message.ID: UploadProgress], Never>
  private let uploadSource = MutableProperty<UploadProgress?>(nil)
  private let upload = SerialDisposable()
  private var isUpload = false
  private let world: World?
  private let heldSource = MutableProperty(false)
  private let changeSource = MutableProperty(false)
  private let removeSource = MutableProperty(false)
  private let ownID: UserID?
  /// The server of the account, which has the room of the message.
  var ownServer: String? { ownID.map { String($0.serverName) } }
  /// Whether the account sent the message.
  var isOwn: Bool { shown.map { $0.sender == ownID } ?? false }
  private let countdown = SerialDisposable()
  private let words = MutableProperty<String?>(nil)
  private let imageSource = MutableProperty(ImageState.none)
  private var source: MediaURI?
  private let images: any ImageController
  private let request = SerialDisposable()
  private let lifetime = Lifetime()
  private var size: PixelSize?

  /// Creates the row of a message.
  init(message: Message, session: Session, world: World, navigator: Navigator) {
    self.world = world
    id = RowID(message.id.rawValue)
    content = contentSource
    image = imageSource
    images = session.images
    let (sender, room, identity) = (session.sender, message.roomID, message.id)
    let hasFailed = contentSource.map { $0.deliveryState == .failed }
    isFailed = hasFailed
    isDiscardable = hasFailed.combineLatest(with: uploadSource).map { $0 || $1 != nil }
    uploads = session.sender.uploads
    let words = words
    isHeld = heldSource
    let returns = hasFailed.combineLatest(with: heldSource).map { $0 || $1 }
    unsentText = words.combineLatest(with: returns).map { $1 ? $0 : nil }
    canChange = changeSource
    canRemove = removeSource
    ownID = session.userID
    self.message = (message.id, message.roomID)
    retry = Command(isEnabled: hasFailed) { _ in
      // The row shows the result: the timeline contains the message in its new state.
      sender.retry(identity, in: room).handled { _ in }
    }
    let person = message.sender
    openSender = Command { _ in
      navigator.profiles.send(person)
      return .empty
    }
    let again = Again()
    let imageFailed = imageSource.map { if case .failed = $0 { true } else { false } }
    retryImage = Command(isEnabled: imageFailed) { _ in
      again.run()
      return .empty
    }
    toggle = .unavailable
    let shown = contentSource
    let isCovering = shown.map { $0.formattedBody?.hasSpoilers == true }
    uncover = Command(isEnabled: isCovering) { _ in
      shown.modify { $0.isUncovered.toggle() }
      return .empty
    }
    lifetime.add(request)
    lifetime.add(upload)
    lifetime.add(countdown)
    again.run = { [weak self] in self?.load() }
  }

  /// Creates a row without a message; `toggle` unfolds and folds it.
  init(
    between id: RowID, images: any ImageController,
    toggle: Command<Void, Void, Never> = .unavailable
  ) {
    self.id = id
    content = contentSource
    image = imageSource
    self.images = images
    self.toggle = toggle
    retry = .unavailable
    isFailed = Property(false)
    isDiscardable = Property(false)
    uploads = .empty
    unsentText = Property(nil)
    isHeld = Property(false)
    canChange = Property(false)
    canRemove = Property(false)
    ownID = nil
    world = nil
    message = nil
    uncover = .unavailable
    openSender = .unavailable
    retryImage = .unavailable
  }

  /// Updates the row's message; an image that no longer belongs to it is removed.
  func show(_ message: Message, as content: MessageRowContent) {
    shown = message
    batch {
      var content = content
      // What an edit covers is covered.
      let old = contentSource.value
      content.isUncovered = old.isUncovered && old.formattedBody == content.formattedBody
      contentSource.value = content
      follow(message, content)
      hold(message)
      changeSource.value = message.sender == ownID && message.isChangeable
      removeSource.value = message.isRemovable
      if case .text = message.content {
        words.value = message.content.typedText
      } else {
        words.value = nil
      }
    }
    let source = Self.picture(message.content)
    guard source != self.source else { return }
    self.source = source
    request.inner = nil
    imageSource.value = .none
    load()
  }

  /// Follows the upload of a file while the message is on its way.
  private func follow(_ message: Message, _ content: MessageRowContent) {
    let hasFile =
      switch message.content {
      case .image, .file: content.deliveryState == .sending
      default: false
      }
    guard hasFile else {
      upload.inner = nil
      uploadSource.value = nil
      isUpload = false
      return
    }
    showProgress()
    guard !isUpload else { return }
    isUpload = true
    upload.inner = uploads.map { $0[message.id] }.skipRepeats().observe(on: .main).subscribe {
      [weak self] progress in
      self?.uploadSource.value = progress
      self?.showProgress()
    }
  }

  private func hold(_ message: Message) {
    countdown.inner = nil
    guard case .held(let until) = message.delivery else {
      heldSource.value = false
      return
    }
    heldSource.value = true
    countDown(to: until)
  }

  /// Says how many seconds are left, until the message is shown as on its way.
  private func countDown(to until: Timestamp) {
    guard let world else { return }
    let rest = max(until.milliseconds - world.now().milliseconds, 0)
    contentSource.modify { $0.deliveryText = DeliveryText.held(milliseconds: rest) }
    guard rest > 0 else { return }
    let next = Duration.milliseconds((rest - 1) % 1000 + 1)
    countdown.inner = Signal<Void, Never>.timer(after: next, on: world.scheduler)
      .observe(on: .main).subscribe { [weak self] _ in self?.countDown(to: until) }
  }

  private func showProgress() {
    let text = uploadSource.value.map(DeliveryText.upload) ?? DeliveryText.sending
    guard contentSource.value.deliveryState == .sending,
      contentSource.value.deliveryText != text
    else { return }
    contentSource.modify { $0.deliveryText = text }
  }

  /// The row is on the screen, and its image has this size in pixels: loads the image, once.
  public func appeared(_ size: PixelSize) {
    guard self.size != size else { return }
    self.size = size
    load()
  }

  private func load() {
    guard let source, let size else { return }
    let imageSource = imageSource
    if case .loaded = imageSource.value {} else { imageSource.value = .loading("loading picture…") }
    request.inner = images.image(for: source, size: size).observe(on: .main).subscribe(
      value: { imageSource.value = .loaded($0) },
      failed: { error in
        // Keep the last image.
        if case .loaded = imageSource.value { return }
        imageSource.value = .failed("no picture: \(ErrorSentences.text(error))")
      })
  }

  private static func picture(_ content: MessageContent) -> MediaURI? {
    switch content {
    case .image(let image), .sticker(let image): image.source
    default: nil
    }
  }
}

/// Breaks the cyclic dependency between a command and the object that it works on.
private final class Again {
  var run: () -> Void = {}
}

extension Command where Input == Void, Output == Void, Failure == Never {
  /// A command that is always disabled.
  static var unavailable: Command<Void, Void, Never> {
    Command(isEnabled: Property(false)) { _ in .empty }
  }
}
