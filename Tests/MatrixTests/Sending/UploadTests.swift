import Foundation
import Synchronization
import Testing

import struct HTTPTypes.HTTPFields

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Files in the outbox", .timeLimit(.minutes(5)))
struct UploadTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID
  /// The folder of the user's own files.
  private let home: TestFolder

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender()
    room = try await rehearsal.joinRoom()
    home = try TestFolder()
  }

  private func write(_ name: String, _ text: String = "the content") throws -> String {
    let path = home.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  /// The copies in the account's folder.
  private func copies() throws -> [String] {
    try rehearsal.directory.entries().map(\.name).filter { $0.hasPrefix("outgoing-") }
  }

  private func next(
    _ method: HTTPRequest.Method, _ text: String, _ place: Rehearsal? = nil
  ) async throws -> RehearsedTransport.Exchange {
    try await (place ?? rehearsal).transport.next(method, text)
  }

  /// Keeps an address for the next file.
  private func reserve() async throws {
    try await next(.post, "/media/v1/create").reply(200, #"{"content_uri":"mxc://x/file"}"#)
  }

  /// Answers the question how large files may be, and returns the upload.
  private func nextUpload(
    _ method: HTTPRequest.Method = .put, in place: Rehearsal? = nil
  ) async throws -> RehearsedTransport.Exchange {
    try await next(.get, "/media/config", place).reply(200, #"{"m.upload.size":1000}"#)
    return try await next(method, "/media/v3/upload", place)
  }

  @Test("a file is copied, uploaded and sent in this order, and the copy goes")
  func chain() async throws {
    let path = try write("my notes.txt")
    let notes = try await Notes(sender.send(.file(path: path, caption: "read"), to: room)).started()
    try FileManager.default.removeItem(atPath: path)
    let copy = try #require(copies().first)
    let mode =
      try FileManager.default.attributesOfItem(
        atPath: rehearsal.folder.path + "/" + copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let line = try #require(await rehearsal.timeline(of: room).messages.first)
    #expect(
      line.content
        == .file(
          FileContent(
            kind: .file, name: "my notes.txt", caption: "read", mimeType: "text/plain",
            byteCount: 11)))

    try await reserve()
    let upload = try await nextUpload()
    #expect(try storedOutbox(rehearsal.directory).contains("mxc://x/file"))
    #expect(upload.path.hasSuffix("/upload/x/file?filename=my%20notes.txt"))
    #expect(upload.request.headers[.contentType] == "text/plain")
    #expect(upload.body == "the content")
    #expect(rehearsal.transport.unseenCount == 0, "the event waits for its file")
    upload.reply(200, "{}")
    let put = try await next(.put, "/send/m.room.message/")
    #expect(put.body.contains(#""url":"mxc://x/file""#) && put.body.contains(#""body":"read""#))
    #expect(try copies() == [])
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a caption is Markdown, as a text is, and mentions whom it names")
  func formattedCaption() async throws {
    let path = try write("a.txt")
    let caption = "**our** [Grace](https://matrix.to/#/%40grace%3Aexample.org)"
    _ = try await Notes(sender.send(.file(path: path, caption: caption), to: room)).started()
    let line = try #require(await rehearsal.timeline(of: room).messages.first)
    guard case .file(let file) = line.content else {
      Issue.record("not a file: \(line.content)")
      return
    }
    #expect(file.caption == "**our** Grace" && file.name == "a.txt")
    #expect(file.formatted?.plainText(hidingSpoilers: true) == "our Grace")
    #expect(file.formatted?.blocks.first?.runs.first?.traits.contains(.strong) == true)
    #expect(line.mentions?.users.map(\.rawValue) == ["@grace:example.org"])
    let outbox = try storedOutbox(rehearsal.directory)
    #expect(outbox.contains("<strong>our</strong>") && outbox.contains("m.file"))

    let words = "*as it is*"
    let plain = OutgoingEvent.file(path: path, caption: words, as: .plain)
    _ = try await Notes(sender.send(plain, to: room)).started()
    let last = try #require(await rehearsal.timeline(of: room).messages.last)
    guard case .file(let bare) = last.content else {
      Issue.record("not a file: \(last.content)")
      return
    }
    #expect(bare.caption == words && bare.formatted == nil)
  }

  @Test("a picture is sent with its size, whatever its name")
  func picture() async throws {
    let path = home.path + "/a.txt"
    try Data(Fixture.bytes("media-thumbnail-32-crop.png")).write(to: URL(filePath: path))
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    let line = try #require(await rehearsal.timeline(of: room).messages.first)
    guard case .image(let image) = line.content else {
      Issue.record("not an image: \(line.content)")
      return
    }
    #expect((image.width, image.height) == (32, 32))
    #expect(image.mimeType == "image/png" && image.body == "a.txt" && image.caption == nil)
  }

  @Test(
    "other kinds are told by the end of the name",
    arguments: [
      ("a.MP3", "audio/mpeg", "m.audio"), ("b.mp4", "video/mp4", "m.video"),
      ("c", "application/octet-stream", "m.file"), ("mp3", "application/octet-stream", "m.file"),
      ("d.tar.gz", "application/gzip", "m.file"), ("e.svg", "image/svg+xml", "m.file"),
    ])
  func types(name: String, mime: String, message: String) {
    let type = FileType(Array("text".utf8), name: name, decoder: DirectPictureDecoder())
    #expect((type.mime, type.message) == (mime, message))
    #expect(type.size == nil)
  }

  @Test("a file is uploaded once, whenever the program ends")
  func restart() async throws {
    let path = try write("a.txt")
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    try await reserve()
    _ = try await nextUpload()
    // The process ends; the response is lost.
    let second = try Rehearsal(folder: rehearsal.folder)
    let later = try second.sender()
    _ = try await second.joinRoom()
    let upload = try await nextUpload(in: second)
    #expect(upload.path.contains("/upload/x/file") && upload.body == "the content")
    upload.reply(409, #"{"errcode":"M_CANNOT_OVERWRITE_MEDIA"}"#)
    try await next(.get, "/media/download/x/file?timeout_ms=0", second).reply(200, "the content")
    let put = try await next(.put, "/send/", second)
    #expect(put.body.contains(#""url":"mxc://x/file""#))
    // The process ends again, with the address in the event.
    let third = try Rehearsal(folder: rehearsal.folder)
    let last = try third.sender()
    _ = try await third.joinRoom()
    let again = try await next(.put, "/send/", third)
    #expect(again.path == put.path && again.body == put.body)
    #expect(third.transport.log.count == 1, "nothing is uploaded")
    again.reply(200, #"{"event_id":"$1"}"#)
    _ = try await value(of: last.unsentCount) { $0 == UnsentCount() }
    withExtendedLifetime(later) {}
  }

  @Test("an address that takes another upload already is asked again until it has its content")
  func busyAddress() async throws {
    let path = try write("a.txt")
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    try await reserve()
    try await nextUpload().reply(409, #"{"errcode":"M_CANNOT_OVERWRITE_MEDIA"}"#)
    try await next(.get, "/media/download/x/file").reply(
      504, #"{"errcode":"M_NOT_YET_UPLOADED"}"#)
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    try await nextUpload().reply(200, "{}")
    #expect(try await next(.put, "/send/").body.contains("mxc://x/file"))
  }

  @Test(
    "where the server keeps no address, too many, or not for so long, the file is uploaded without",
    arguments: [nil, 404, 429] as [Int?])
  func withoutAddress(status: Int?) async throws {
    let path = try write("a.txt")
    let notes = try await Notes(sender.send(.file(path: path), to: room)).started()
    if let status {
      try await next(.post, "/media/v1/create").reply(
        status, #"{"errcode":"M_UNKNOWN","retry_after_ms":9000000}"#)
    } else {
      try await reserve()
      try await nextUpload().reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    }
    let odd = try await nextUpload(.post)
    #expect(odd.path.hasSuffix("/upload?filename=a.txt") && odd.body == "the content")
    odd.reply(200, #"{"content_uri":"https://elsewhere"}"#)
    try await notes.ended()
    #expect(notes.failure?.reason == .malformedResponse(path: "$.content_uri"))

    _ = Notes(sender.retry(try #require(notes.values.first?.id), in: room))
    try await nextUpload(.post).reply(200, #"{"content_uri":"mxc://x/new"}"#)
    #expect(try await next(.put, "/send/").body.contains("mxc://x/new"))
    #expect(try copies() == [])
  }

  @Test("a connection lost during the upload is waited out, and messages behind keep their order")
  func lostConnection() async throws {
    let path = try write("a.txt")
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    let text = Notes(sender.send("behind", to: room))
    try await reserve()
    try await nextUpload().fail(.connectionLost("reset", beforeResponse: true))
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    try await nextUpload().reply(200, "{}")
    let first = try await next(.put, "/send/")
    #expect(first.body.contains("mxc://x/file"))
    first.reply(200, #"{"event_id":"$1"}"#)
    try await next(.put, "/send/").reply(200, #"{"event_id":"$2"}"#)
    try await text.ended()
    #expect(text.isCompleted)
  }

  @Test(
    "a file that the server does not take fails with the reason, and keeps its copy for a retry")
  func tooLarge() async throws {
    let path = try write("a.txt")
    let notes = try await Notes(sender.send(.file(path: path), to: room)).started()
    try await reserve()
    try await next(.get, "/media/config").reply(200, #"{"m.upload.size":10}"#)
    try await notes.ended()
    #expect(notes.failure?.code == OutgoingEvent.fileTooLarge)
    let id = try #require(notes.values.first?.id)
    #expect(try copies().count == 1)
    let again = Notes(sender.retry(id, in: room))
    try await nextUpload().reply(413, #"{"errcode":"M_TOO_LARGE"}"#)
    try await again.ended()
    #expect(again.failure?.code == OutgoingEvent.fileTooLarge)
    let line = try await rehearsal.timeline(of: room).messages.first
    #expect(line?.delivery == .failed(status: nil, code: OutgoingEvent.fileTooLarge))

    for copy in try copies() { try rehearsal.directory.remove(copy) }
    let gone = Notes(sender.retry(id, in: room))
    try await next(.get, "/media/config").reply(404, "{}")
    try await gone.ended()
    #expect(gone.failure?.code == OutgoingEvent.fileGone)
  }

  @Test("a file that is not due yet can be discarded, restored and sent after all")
  func discardHeld() async throws {
    let path = try write("a.txt")
    let notes = try await Notes(
      sender.send(.file(path: path), to: room, after: .seconds(5))
    ).started()
    let id = try #require(notes.values.first?.id)
    sender.discard(id, in: room)
    try await notes.ended()
    #expect(notes.failure?.reason == .cancelled)
    #expect(try await rehearsal.timeline(of: room).messages.isEmpty)
    sender.restore(id, in: room)
    let timeline = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      !$0.messages.isEmpty
    }
    #expect(
      timeline.messages.map(\.delivery)
        == [.failed(status: nil, code: OutgoingEvent.takenBack)])
    #expect(rehearsal.transport.log.isEmpty)
    let again = Notes(sender.retry(id, in: room))
    try await reserve()
    try await nextUpload().reply(200, "{}")
    try await next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await again.ended()
    #expect(again.isCompleted)
  }

  @Test("an upload can be stopped, resumed and discarded; the copy goes with the next start")
  func stop() async throws {
    let path = try write("a.txt")
    let notes = try await Notes(sender.send(.file(path: path), to: room)).started()
    let text = Notes(sender.send("behind", to: room))
    let id = try #require(notes.values.first?.id)
    try await reserve()
    let upload = try await nextUpload()
    sender.discard(id, in: room)
    try await notes.ended()
    #expect(notes.failure?.reason == .cancelled)
    try await next(.put, "/send/").reply(200, #"{"event_id":"$2"}"#)
    try await text.ended()
    upload.reply(200, "{}")
    #expect(try storedOutbox(rehearsal.directory).isEmpty)

    sender.restore(id, in: room)
    let timeline = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      $0.messages.contains { $0.id == id }
    }
    let line = timeline.messages.first { $0.id == id }
    #expect(line?.delivery == .failed(status: nil, code: OutgoingEvent.stopped))
    let again = Notes(sender.retry(id, in: room))
    _ = try await nextUpload()
    sender.discard(id, in: room)
    try await again.ended()
    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    let folder = restarted.directory
    try await eventually {
      (try? folder.entries().contains { $0.name.hasPrefix("outgoing-") }) == false
    }
    withExtendedLifetime(later) {}
  }

  @Test("a stopped upload ends at once; its message stays and can be sent again")
  func stopAlone() async throws {
    let path = try write("a.txt")
    let notes = try await Notes(sender.send(.file(path: path), to: room)).started()
    let id = try #require(notes.values.first?.id)
    try await reserve()
    _ = try await nextUpload()
    sender.stopUpload(of: id, in: room)
    try await notes.ended()
    #expect(notes.failure?.reason == .cancelled)
    let timeline = try await value(of: rehearsal.store.watch(.timeline(of: room))) {
      $0.messages.first?.delivery == .failed(status: nil, code: OutgoingEvent.stopped)
    }
    #expect(timeline.messages.map(\.id) == [id])
    let again = Notes(sender.retry(id, in: room))
    try await nextUpload().reply(200, "{}")
    try await next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await again.ended()
    #expect(again.isCompleted)
    sender.stopUpload(of: id, in: room)
  }

  @Test("a picture is reduced on request, in the copy alone; what cannot be is refused")
  func reduced() async throws {
    let path = home.path + "/a.png"
    let original = Fixture.bytes("media-thumbnail-32-crop.png")
    // After the end of the picture: nothing that is shown.
    let secret = original + Array("GPS 52.5 13.4".utf8)
    try Data(secret).write(to: URL(filePath: path))
    _ = try await Notes(sender.send(.file(path: path, isReduced: true), to: room)).started()
    try await reserve()
    try await next(.get, "/media/config").reply(200, "{}")
    let upload = try await next(.put, "/media/v3/upload")
    #expect(upload.request.headers[.contentType] == "image/png")
    #expect(upload.request.body.map { !$0.isEmpty } == true)
    #expect(!upload.body.contains("GPS"))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(secret))

    let text = try write("b.png")
    let notes = Notes(sender.send(.file(path: text, isReduced: true), to: room))
    try await notes.ended()
    #expect(notes.failure?.reason == .unusableFile(.irreducible, path: text))

    // The header of a picture of 60,000 x 60,000 pixels, with its checksum.
    let header: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
      0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0, 0x0F, 0xB0, 0xE2, 0x15,
    ]
    let huge = home.path + "/huge.png"
    try Data(header + original.dropFirst(33)).write(to: URL(filePath: huge))
    let refusal = Notes(sender.send(.file(path: huge, isReduced: true), to: room))
    try await refusal.ended()
    #expect(refusal.failure?.reason == .unusableFile(.tooManyPixels, path: huge))
  }

  @Test("the progress is told in bytes, from the moment the file is queued until it is uploaded")
  func progress() async throws {
    let path = try write("a.txt", String(repeating: "x", count: 500))
    let uploads = Notes(sender.uploads)
    let notes = try await Notes(sender.send(.file(path: path), to: room)).started()
    let id = try #require(notes.values.first?.id)
    #expect(uploads.values == [[:], [id: UploadProgress(sent: 0, total: 500)]])
    try await reserve()
    let upload = try await nextUpload()
    for sent in [100, 102, 500] { upload.request.onUpload?(sent) }
    upload.reply(200, "{}")
    _ = try await next(.put, "/send/")
    #expect(uploads.values.compactMap { $0[id]?.sent } == [0, 100, 500])
    #expect(uploads.values.last == [:])
  }

  @Test("what is no readable file is refused before anything is kept, and says why")
  func unusable() async throws {
    try FileManager.default.createDirectory(
      atPath: home.path + "/folder", withIntermediateDirectories: false)
    _ = try write("empty", "")
    let sparse = home.path + "/sparse"
    _ = FileManager.default.createFile(atPath: sparse, contents: nil)
    let handle = try #require(FileHandle(forWritingAtPath: sparse))
    try handle.truncate(atOffset: UInt64(FileToSend.mostBytes) + 1)
    let problems: [(String, FileProblem)] = [
      ("missing", .missing), ("empty/inside", .missing), ("folder", .notRegular),
      ("empty", .empty), ("sparse", .tooLarge(limit: FileToSend.mostBytes)),
    ]
    for (name, problem) in problems {
      let path = home.path + "/" + name
      let notes = Notes(sender.send(.file(path: path), to: room))
      try await notes.ended()
      #expect(notes.failure?.reason == .unusableFile(problem, path: path))
    }
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
    #expect(try copies() == [])
    #expect(try await rehearsal.timeline(of: room).messages.isEmpty)
  }

  @Test("copies that no message names go with the next start, those of messages stay")
  func orphans() async throws {
    let path = try write("a.txt")
    _ = try await Notes(sender.send(.file(path: path), to: room)).started()
    let kept = try copies()
    try rehearsal.directory.write("outgoing-ct-orphan", [1])
    let restarted = try Rehearsal(folder: rehearsal.folder)
    let later = try restarted.sender()
    let folder = restarted.directory
    try await eventually {
      (try? folder.entries().map(\.name).filter { $0.hasPrefix("outgoing-") }) == kept
    }
    withExtendedLifetime(later) {}
  }

  @Test("a command sends the file itself, and leaves nothing in the account's folder")
  func command() async throws {
    let path = try write("a.txt")
    let command = try rehearsal.sender(storage: .memory)
    let notes = Notes(command.send(.file(path: path), to: room))
    try await reserve()
    let upload = try await nextUpload()
    #expect(upload.body == "the content")
    #expect(try copies() == [])
    upload.reply(200, "{}")
    try await next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
    #expect(FileManager.default.fileExists(atPath: path))
  }
}
