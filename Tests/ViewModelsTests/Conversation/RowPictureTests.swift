import Controllers
import Imaging
import Models
import Signals
import SignalsTesting
import Support
import Testing
import ViewModels

@Suite("Pictures of rows, and their thumbnails")
@MainActor
struct RowPictureTests {
  private let test = TestWorld()
  private let account = FakeAccount()
  private let room = Room.template(name: "Swift")
  private let size = PixelSize(width: 16, height: 8)

  private func row(_ content: MessageContent) throws -> MessageRowViewModel {
    let conversation = ConversationViewModel(
      room: room.id, session: account.session, world: test.world, draft: .empty,
      navigator: Navigator())
    account.timelines.history(of: room.id).send(
      .template(.template("m") { $0.content = content }))
    let row = try #require(conversation.timeline.rows.value.last)
    keep.append(conversation)
    return row
  }

  private final class Kept { var values: [ConversationViewModel] = [] }
  private let kept = Kept()
  private var keep: [ConversationViewModel] {
    get { kept.values }
    nonmutating set { kept.values = newValue }
  }

  private func large(
    _ byteCount: Int? = 12_000_000, width: Int? = nil, height: Int? = nil, thumbnail: Int? = 40_000
  ) -> MessageContent {
    .image(
      ImageContent(
        body: "sea.jpg", source: .template("whole"), width: width, height: height,
        byteCount: byteCount,
        thumbnail: FileThumbnail(source: .template("small"), byteCount: thumbnail)))
  }

  private func requests() -> [MediaURI] { account.images.onImage.takeCalls().map(\.source) }

  @Test("a picture whose address is none says so, with or without a thumbnail")
  func nowhere() throws {
    let bare = try row(.image(ImageContent(body: "sea.jpg")))
    bare.appeared(size)
    #expect(bare.image.value == .failed("no picture: its address is invalid"))
    #expect(requests() == [])
    let small = FileThumbnail(source: .template("small"))
    account.images.onImage.answer(with: .just(.template(1)))
    let row = try row(.image(ImageContent(body: "sea.jpg", thumbnail: small)))
    row.appeared(size)
    #expect(row.image.value == .loaded(.template(1)))
    #expect(row.content.value.pictureText == "thumbnail: the picture's address is invalid")
    #expect(Set(requests()) == [.template("small")])
    let file = try self.row(.file(FileContent(kind: .file, name: "a.pdf")))
    file.appeared(size)
    #expect(file.image.value == .failed("no file: its address is invalid"))
    let clip = FileContent(kind: .video, name: "a.mp4", thumbnail: small)
    let video = try self.row(.file(clip))
    video.appeared(size)
    #expect(video.image.value == .loaded(.template(1)))
    #expect(video.content.value.pictureText == "thumbnail: the file's address is invalid")
    let encrypted = try self.row(.image(ImageContent(body: "sea.jpg", isEncrypted: true)))
    encrypted.appeared(size)
    #expect(encrypted.image.value == .none)
  }

  @Test("a picture above the user's limit shows its thumbnail, with its size; R loads the whole")
  func aboveLimit() throws {
    let row = try row(large())
    #expect(row.content.value.noteText == "[image sea.jpg 12 MB]")
    account.images.onImage.answer(with: .just(.template(1)))
    row.appeared(size)
    #expect(requests() == [.template("small")])
    #expect(row.image.value == .loaded(.template(1)))
    #expect(row.content.value.pictureText == "thumbnail: R loads the picture (12 MB)")
    #expect(row.retryImage.isEnabled.value)

    let answer = account.images.onImage.answerLater()
    row.retryImage.execute()
    #expect(
      account.images.onImage.takeCalls()
        == [.init(.template("whole"), size, atMost: PictureLimit.most)])
    #expect(row.image.value == .loaded(.template(1)), "the thumbnail stays until then")
    #expect(row.content.value.pictureText == "loading the whole picture…")
    #expect(!row.retryImage.isEnabled.value)
    answer.send(.template(2, side: 8))
    #expect(row.image.value == .loaded(.template(2, side: 8)))
    #expect(row.content.value.pictureText == "")
    #expect(!row.retryImage.isEnabled.value)
  }

  @Test("a failure after R keeps the thumbnail and says why; R is there again if it may help")
  func wholeFails() throws {
    let row = try row(large())
    account.images.onImage.answer(with: .just(.template(1)))
    row.appeared(size)
    account.images.onImage.fail(.timedOut)
    row.retryImage.execute()
    #expect(row.image.value == .loaded(.template(1)))
    #expect(
      row.content.value.pictureText == "thumbnail: The server did not answer in time. Try again.")
    #expect(row.retryImage.isEnabled.value)
    account.images.onImage.fail(.tooLarge)
    row.retryImage.execute()
    #expect(row.image.value == .loaded(.template(1)))
    #expect(row.content.value.pictureText == "thumbnail: the picture is too large to show")
    #expect(!row.retryImage.isEnabled.value)
  }

  @Test(
    "what no key can load is not offered",
    arguments: [
      (90_000_000, nil, nil, "thumbnail: the picture is too large to show (90 MB)"),
      (1000, 20_000, 20_000, "thumbnail: the picture has too many pixels to show"),
      (1000, Int.max, Int.max, "thumbnail: the picture has too many pixels to show"),
    ] as [(Int, Int?, Int?, String)])
  func beyondReach(byteCount: Int, width: Int?, height: Int?, text: String) throws {
    let row = try row(large(byteCount, width: width, height: height))
    account.images.onImage.answer(with: .just(.template(1)))
    row.appeared(size)
    #expect(requests() == [.template("small")])
    #expect(row.content.value.pictureText == text)
    #expect(!row.retryImage.isEnabled.value)
  }

  private func alone(_ byteCount: Int?) -> MessageContent {
    .image(ImageContent(body: "a", source: .template("whole"), byteCount: byteCount))
  }

  private func copies() -> [MediaURI] { account.images.onThumbnail.takeCalls().map(\.source) }

  @Test("without a thumbnail, a picture beyond reach is refused in words, without R")
  func refused() throws {
    account.images.onThumbnail.fail(.refused, status: 404, code: "M_NOT_FOUND")
    let row = try row(alone(90_000_000))
    row.appeared(size)
    #expect(row.image.value == .failed("no picture: it is too large to show (90 MB)"))
    #expect(!row.retryImage.isEnabled.value)
    #expect(requests().isEmpty && copies() == [.template("whole")])
  }

  @Test(
    "without a thumbnail the server's copy is shown, and R loads the whole where it can",
    arguments: [
      (12_000_000, "thumbnail: R loads the picture (12 MB)", true),
      (90_000_000, "thumbnail: the picture is too large to show (90 MB)", false),
    ])
  func serverCopy(byteCount: Int, text: String, isOffered: Bool) throws {
    account.images.onThumbnail.answer(with: .just(.template(1)))
    let row = try row(alone(byteCount))
    row.appeared(size)
    #expect(account.images.onThumbnail.takeCalls() == [.init(.template("whole"))])
    #expect(row.image.value == .loaded(.template(1)))
    #expect(row.content.value.pictureText == text)
    #expect(row.retryImage.isEnabled.value == isOffered)
    guard isOffered else { return }
    account.images.onImage.answer(with: .just(.template(2)))
    row.retryImage.execute()
    #expect(row.image.value == .loaded(.template(2)))
    #expect(row.content.value.pictureText == "")
    #expect(copies().isEmpty)
  }

  @Test("a picture of a kind that is not shown here is shown by the server's copy")
  func unknownKind() throws {
    account.images.onImage.fail(.unusablePicture(.unknownKind))
    account.images.onThumbnail.answer(with: .just(.template(1)))
    let row = try row(alone(1000))
    row.appeared(size)
    #expect(requests() == [.template("whole")] && copies() == [.template("whole")])
    #expect(row.image.value == .loaded(.template(1)))
    #expect(
      row.content.value.pictureText
        == "thumbnail: This picture cannot be shown: only PNG, JPEG, WebP and GIF are supported.")
  }

  @Test("no copy is asked for of a picture that is gone, and none where the user lets nothing in")
  func noCopy() throws {
    account.images.onImage.fail(.refused, status: 404, code: "M_NOT_FOUND")
    let gone = try row(alone(1000))
    gone.appeared(size)
    #expect(gone.image.value == .failed("no picture: The picture is gone."))
    test.preferences.current.value.largestPicture = 0
    let unwanted = try row(alone(1000))
    unwanted.appeared(size)
    #expect(unwanted.image.value == .failed("not loaded: 1 kB. R loads it"))
    #expect(copies().isEmpty)
  }

  @Test(
    "a thumbnail that does not come is no failure of the picture, which R loads",
    arguments: [
      (
        RequestError.Reason.unusablePicture(.damaged),
        "no thumbnail: it is damaged. R loads the picture (12 MB)"
      ),
      (
        .unusablePicture(.undecoded),
        "no thumbnail: decoding it did not begin, or took too long. R loads the picture (12 MB)"
      ),
      (.tooLarge, "no thumbnail: it is too large. R loads the picture (12 MB)"),
      (
        .timedOut,
        "no thumbnail: The server did not answer in time. Try again. R loads the picture (12 MB)"
      ),
    ])
  func brokenThumbnail(reason: RequestError.Reason, text: String) throws {
    let row = try row(large())
    account.images.onImage.fail(reason)
    row.appeared(size)
    #expect(requests() == [.template("small")])
    #expect(row.image.value == .failed(text))
    account.images.onImage.answer(with: .just(.template(2)))
    row.retryImage.execute()
    #expect(requests() == [.template("whole")])
    #expect(row.image.value == .loaded(.template(2)))
  }

  @Test("where R cannot load the picture, a broken thumbnail says so besides")
  func brokenBeyondReach() throws {
    account.images.onImage.fail(.unusablePicture(.damaged))
    let row = try row(large(90_000_000))
    row.appeared(size)
    #expect(
      row.image.value
        == .failed("no thumbnail: it is damaged. The picture is too large to show (90 MB)"))
    #expect(!row.retryImage.isEnabled.value)
    let damaged = try self.row(large(1000))
    damaged.appeared(size)
    #expect(damaged.image.value == .failed("no picture: This picture is damaged."))
  }

  @Test(
    "a picture that cannot be shown is shown by its thumbnail",
    arguments: [
      (
        RequestError.Reason.unusablePicture(.damaged), "thumbnail: This picture is damaged.", false
      ),
      (
        .unusablePicture(.undecoded),
        "thumbnail: Decoding this picture did not begin, or took too long. Try again.", true
      ),
      (
        .unusablePicture(.tooManyPixels), "thumbnail: the picture has too many pixels to show",
        false
      ),
      (.tooLarge, "thumbnail: R loads the picture", true),
    ])
  func unusable(reason: RequestError.Reason, text: String, isOffered: Bool) throws {
    let row = try row(large(nil))
    account.images.onImage.answer {
      $0.source == .template("small")
        ? .just(.template(1))
        : .failed(RequestError(operation: .fetchImage, reason: reason))
    }
    row.appeared(size)
    #expect(requests() == [.template("whole"), .template("small")])
    #expect(row.image.value == .loaded(.template(1)))
    #expect(row.content.value.pictureText == text)
    #expect(row.retryImage.isEnabled.value == isOffered)
  }

  @Test("a lost connection is told at once: the thumbnail would not come either")
  func offline() throws {
    let row = try row(large(1000))
    account.images.onImage.fail(.timedOut)
    row.appeared(size)
    #expect(requests() == [.template("whole")])
    #expect(
      row.image.value == .failed("no picture: The server did not answer in time. Try again."))
    #expect(row.retryImage.isEnabled.value)
  }

  @Test("a video shows its thumbnail; one that is too large or fails for good leaves the line")
  func video() throws {
    func video(_ byteCount: Int?) -> MessageContent {
      .file(
        FileContent(
          kind: .video, name: "a.mp4", source: .template("video"),
          thumbnail: FileThumbnail(source: .template("small"), byteCount: byteCount)))
    }
    let shown = try row(video(nil))
    account.images.onImage.answer(with: .just(.template(1)))
    shown.appeared(size)
    #expect(requests() == [.template("small")])
    #expect(shown.image.value == .loaded(.template(1)))
    #expect(shown.content.value.pictureText == "" && !shown.retryImage.isEnabled.value)

    let large = try row(video(9 << 20))
    large.appeared(size)
    #expect(large.image.value == .none && requests().isEmpty)

    let damaged = try row(video(1000))
    account.images.onImage.answer(
      with: .failed(RequestError(operation: .fetchImage, reason: .unusablePicture(.damaged))))
    damaged.appeared(size)
    #expect(damaged.image.value == .failed("no thumbnail: it is damaged."))
    #expect(!damaged.retryImage.isEnabled.value)
  }

  @Test("a user who lets nothing in by itself gets no thumbnail either, but R")
  func nothingByItself() throws {
    test.preferences.current.value.largestPicture = 0
    let row = try row(large(nil, thumbnail: nil))
    row.appeared(size)
    #expect(row.image.value == .failed("not loaded: R loads it"))
    #expect(requests().isEmpty)
    account.images.onImage.answer(with: .just(.template(1)))
    row.retryImage.execute()
    #expect(requests() == [.template("whole")])
    #expect(row.image.value == .loaded(.template(1)))
  }
}
