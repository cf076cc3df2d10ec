import Controllers
public import Imaging
import Models
public import Signals

/// The state of a row's image.
public nonisolated enum ImageState: Equatable, Sendable {
  case none
  case loading(String)
  /// A blurred picture, as long as the real one is loading.
  case blurred(Bitmap)
  case loaded(Bitmap)
  case failed(String)
}

/// One row of a timeline, with its own loading and error states.
///
/// A history has hundreds of rows, and few are ever on screen: a row formats its message, and makes its
/// commands and what they depend on, with their first use.
public final class MessageRowViewModel {
  /// The row's identity; a message keeps it when the server's copy replaces the local one.
  public let id: RowID
  /// The content.
  public var content: Property<MessageRowContent> { contentSource }
  /// The picture of images, stickers and files that have a thumbnail.
  public var image: Property<ImageState> { imageSource }
  /// Whether the message failed and waits to be retried or discarded.
  public private(set) lazy var isFailed = content.map { $0.deliveryState == .failed }
  /// Whether the message can be discarded: it failed, or its file is being uploaded.
  public private(set) lazy var isDiscardable = isFailed.combineLatest(with: uploadSource)
    .map { $0 || $1 != nil }
  /// Whether the file of the message is being uploaded or downloaded.
  public private(set) lazy var isTransferring = makeIsTransferring()
  /// Whether the message waits for a moment in which it can be taken back.
  public private(set) lazy var isHeld = shownSource.map { $0?.isHeld == true }
  /// What to type to send a message again that was not sent; nil on other rows.
  public private(set) lazy var unsentText = shownSource.map { $0?.unsentText }
  /// Whether the account can change the text of the message.
  public private(set) lazy var canChange = shownSource.map { [ownID] message in
    message.map { $0.sender == ownID && $0.isChangeable } ?? false
  }
  /// Whether the message has something to remove, by those who may.
  public private(set) lazy var canRemove = shownSource.map { $0?.isRemovable == true }
  /// Sends a failed message again; disabled for others.
  public private(set) lazy var retry = makeRetry()
  /// Opens the profile of the sender; disabled on rows without one.
  public private(set) lazy var openSender = makeOpenSender()
  /// Loads the whole picture; enabled where something else, or nothing, is shown and that may help.
  public private(set) lazy var retryImage = makeRetryImage()
  /// Unfolds the changes into one row each, or folds them; disabled on other rows.
  public private(set) lazy var toggle = Command<Void, Void, Never>.unavailable
  /// Shows what a message hides, or hides it again; disabled on other rows.
  public private(set) lazy var uncover = makeUncover()

  /// The links that the message shows.
  public private(set) lazy var links: Property<[MessageLink]> = content.map(\.links)

  /// The message, on rows that show one.
  let message: (id: Message.ID, room: RoomID)?
  /// The message as it is shown.
  var shown: Message? { shownSource.value }
  /// Whether the row shows a sender; does not format it.
  public var hasSender: Bool { shown.map { RowBuilder.hasSender($0.content) } ?? false }
  /// Whether new messages begin below the row; does not format it.
  public var isNewMarker: Bool { id == .newMarker }
  /// Whether anybody has asked for the content, for tests.
  package var isFormatted: Bool { madeContent != nil }
  /// Nil until the content is first asked for.
  private var madeContent: MutableProperty<MessageRowContent>?
  /// Formats the message; nil when it is formatted, and on rows without one.
  private var format: (() -> MessageRowContent)?
  private let shownSource = MutableProperty<Message?>(nil)
  private let sender: (any MessageSender)?
  private let navigator: Navigator?
  private let person: UserID?
  private lazy var uploadSource = MutableProperty<UploadProgress?>(nil)
  private lazy var upload = slot()
  private let files: (any FileController)?
  private(set) lazy var downloadSource = MutableProperty<DownloadProgress?>(nil)
  private lazy var download = slot()
  private var isUpload = false
  private var isFile = false
  private let world: World?
  private let ownID: UserID?
  /// The server of the account, which has the room of the message.
  var ownServer: String? { ownID.map { String($0.serverName) } }
  /// Whether the account sent the message.
  public var isOwn: Bool { shown.map { $0.sender == ownID } ?? false }
  private lazy var countdown = slot()
  private var isCounting = false
  /// The observation of the keys that the row names; few rows name any.
  private lazy var namedKeys = slot()
  private var namesKeys = false
  private lazy var imageSource = MutableProperty(ImageState.none)
  private let images: any ImageController
  /// Loads the picture, once the message has one.
  private var picture: RowPicture?
  private var size: PixelSize?
  private lazy var lifetime = Lifetime()

  /// Creates the row of a message.
  init(message: Message, session: Session, world: World, navigator: Navigator) {
    id = RowID(message.id.rawValue)
    images = session.images
    files = session.files
    self.message = (message.id, message.roomID)
    (sender, person) = (session.sender, message.sender)
    (ownID, self.world, self.navigator) = (session.userID, world, navigator)
  }

  /// Creates a row without a message; `toggle` unfolds and folds it.
  init(
    between id: RowID, images: any ImageController, toggle: Command<Void, Void, Never>? = nil
  ) {
    self.id = id
    self.images = images
    (message, sender, person) = (nil, nil, nil)
    (ownID, world, navigator, files) = (nil, nil, nil, nil)
    if let toggle { self.toggle = toggle }
  }

  private func slot() -> SerialDisposable {
    let slot = SerialDisposable()
    lifetime.add(slot)
    return slot
  }

  /// The content, formatted now if nobody has asked for it before.
  var contentSource: MutableProperty<MessageRowContent> {
    if let madeContent { return madeContent }
    let content = MutableProperty(format?() ?? MessageRowContent())
    madeContent = content
    format = nil
    if let shown {
      follow(shown, content.value)
      followFiles(of: shown)
    }
    return content
  }

  private func makeIsTransferring() -> Property<Bool> {
    // What is in progress is followed from then on.
    _ = contentSource
    return uploadSource.combineLatest(with: downloadSource).map { $0 != nil || $1 != nil }
  }

  private func makeRetry() -> Command<Void, Void, Never> {
    guard let sender, let message else { return .unavailable }
    return Command(isEnabled: isFailed) { _ in
      // The row shows the result: the timeline contains the message in its new state.
      sender.retry(message.id, in: message.room).handled { _ in }
    }
  }

  private func makeOpenSender() -> Command<Void, Void, Never> {
    guard let navigator, let person else { return .unavailable }
    return Command { _ in
      navigator.profiles.send(person)
      return .empty
    }
  }

  private func makeRetryImage() -> Command<Void, Void, Never> {
    Command(isEnabled: contentSource.map(\.canLoadPicture)) { [weak self] _ in
      self?.picture?.loadWhole()
      return .empty
    }
  }

  private func makeUncover() -> Command<Void, Void, Never> {
    let content = contentSource
    let hides = content.map { $0.formattedBody?.hasSpoilers == true }
    return Command(isEnabled: hides) { _ in
      content.modify { $0.isUncovered.toggle() }
      return .empty
    }
  }

  /// Updates the row's message; an image that no longer belongs to it is removed.
  ///
  /// - Parameter format: Formats the message, once the content has been asked for.
  func show(_ message: Message, as format: @escaping () -> MessageRowContent) {
    guard let madeContent else {
      self.format = format
      return shownSource.value = message
    }
    batch {
      shownSource.value = message
      var content = format()
      // What an edit covers is covered.
      let old = madeContent.value
      content.isUncovered = old.isUncovered && old.formattedBody == content.formattedBody
      content.downloadText = old.downloadText
      content.pictureText = old.pictureText
      content.canLoadPicture = old.canLoadPicture
      madeContent.value = content
      follow(message, content)
    }
    followFiles(of: message)
  }

  /// Follows what changes the delivery of a message.
  private func follow(_ message: Message, _ content: MessageRowContent) {
    followUpload(message, content)
    hold(message)
    nameKeys(for: message)
  }

  /// Follows the download of a file, and shows its picture.
  private func followFiles(of message: Message) {
    watchDownload(of: message)
    showPicture(of: message)
  }

  private func showPicture(of message: Message) {
    guard picture != nil || PictureSource(message) != nil, let world else { return }
    let picture =
      picture
      ?? RowPicture(image: imageSource, content: contentSource, images: images, world: world)
    self.picture = picture
    picture.show(message)
    if let size { picture.appeared(size) }
  }

  /// Follows the download of the message's file.
  private func watchDownload(of message: Message) {
    let wasFile = isFile
    isFile = message.content.file(of: message.id) != nil
    guard isFile != wasFile, let files else { return }
    guard isFile else {
      download.inner = nil
      return downloadSource.value = nil
    }
    download.inner = files.downloads.map { $0[message.id] }.skipRepeats().observe(on: .main)
      .subscribe { [weak self] progress in
        self?.downloadSource.value = progress
        self?.contentSource.modify { $0.downloadText = DeliveryText.download(progress) }
      }
  }

  /// Follows the upload of a file while the message is on its way.
  private func followUpload(_ message: Message, _ content: MessageRowContent) {
    let hasFile =
      switch message.content {
      case .image, .file: content.deliveryState == .sending && !message.isHeld
      default: false
      }
    guard hasFile else {
      guard isUpload else { return }
      upload.inner = nil
      uploadSource.value = nil
      isUpload = false
      return
    }
    showProgress()
    guard !isUpload, let sender else { return }
    isUpload = true
    upload.inner = sender.uploads.map { $0[message.id] }.skipRepeats().observe(on: .main).subscribe
    {
      [weak self] progress in
      self?.uploadSource.value = progress
      self?.showProgress()
    }
  }

  private func hold(_ message: Message) {
    if isCounting { countdown.inner = nil }
    isCounting = message.isHeld
    if case .held(let until) = message.delivery { countDown(to: until) }
  }

  /// Says which keys do something about the message now, also after these have changed.
  private func nameKeys(for message: Message) {
    guard let world, message.offersKeys || namesKeys else { return }
    namesKeys = message.offersKeys
    guard namesKeys else { return namedKeys.inner = nil }
    namedKeys.inner = world.chosen.observe { [weak self] chosen in
      self?.contentSource.modify { content in
        content.changeText = DeliveryText.change(
          message.pendingChange, undo: chosen.key(.undoLast))
        guard case .failed(let status, let code) = message.delivery else { return }
        content.deliveryText = DeliveryText.failed(
          status: status, code: code, keys: DeliveryText.optionKeys(chosen))
      }
    }
  }

  /// Says how many seconds are left, until the message is shown as on its way.
  private func countDown(to until: Timestamp) {
    guard let world else { return }
    let rest = max(until.milliseconds - world.now().milliseconds, 0)
    contentSource.modify {
      $0.deliveryText = DeliveryText.held(milliseconds: rest, world.chosen.value)
    }
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
    // Formatted, the row knows its picture.
    _ = contentSource
    self.size = size
    picture?.appeared(size)
  }
}

extension Message {
  fileprivate var isHeld: Bool { if case .held = delivery { true } else { false } }

  /// What to type to send it again; nil unless it is a text or a poll that has not gone out.
  fileprivate var unsentText: String? {
    switch delivery {
    case .failed, .held: break
    case .sending, .sent: return nil
    }
    return switch content {
    case .text: content.typedText
    case .poll(let poll): PollDraft.text(of: poll)
    default: nil
    }
  }
}

extension Command where Input == Void, Output == Void, Failure == Never {
  /// A command that is always disabled.
  static var unavailable: Command<Void, Void, Never> {
    Command(isEnabled: Property(false)) { _ in .empty }
  }
}

extension Message {
  /// Whether its row names keys besides those of a message that waits for a moment.
  fileprivate var offersKeys: Bool {
    if case .failed = delivery { return true }
    return switch pendingChange {
    case .heldRemoval, .heldPollEnd: true
    default: false
    }
  }
}
