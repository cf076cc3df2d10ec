import Foundation
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

/// The same tests against recorded responses and, when there is one, a real homeserver.
@Suite("Contract", .serialized, .timeLimit(.minutes(2)))
struct ContractTests {
  private func play(
    _ server: ContractServer,
    _ test: (ContractServer.Scene, ContractAccount) async throws -> Void
  ) async throws {
    let scene = try await server.scene()
    try await scene.account.syncing { try await test(scene, $0) }
    if case .real(_, let kind) = server { #expect(scene.account.usedKinds == [kind]) }
    await scene.stop()
  }

  @Test("the first sync delivers the rooms", arguments: ContractServer.bothWays)
  func sync(server: ContractServer) async throws {
    try await play(server) { scene, account in
      let room = try #require(await account.room(scene.room))
      #expect(room.membership == .joined)
      #expect(room.joinedCount == 2)
      #expect(!room.isEncrypted && !room.isSpace)
    }
  }

  @Test("a history can be paged back to its start, in order", arguments: ContractServer.bothWays)
  func paging(server: ContractServer) async throws {
    try await play(server) { scene, account in
      let timelines = account.timelines
      var pages = 0
      while try await value(of: timelines.timeline(of: scene.room)).hasOlder {
        try await value(of: timelines.loadOlder(in: scene.room, before: nil))
        pages += 1
        try #require(pages < 20)
      }
      let timeline = try await value(of: timelines.timeline(of: scene.room))
      #expect(timeline.messages.first?.content == .roomCreated)
      #expect(Set(timeline.messages.map(\.id)).count == timeline.messages.count)
      #expect(timeline.messages.allSatisfy { timeline.people[$0.sender]?.displayName != nil })
      if server.isReal {
        #expect(timeline.messages.compactMap(\.text) == (0..<60).map { "m\($0)" })
      }
    }
  }

  @Test("a room can be joined by its alias", arguments: ContractServer.bothWays)
  func join(server: ContractServer) async throws {
    try await play(server) { scene, account in
      let id = try await value(of: account.rooms.join(scene.alias))
      #expect(try await account.room(id)?.membership == .joined)
    }
  }

  @Test("a room is marked as read", arguments: ContractServer.bothWays)
  func markRead(server: ContractServer) async throws {
    try await play(server) { scene, account in
      #expect(try await account.room(scene.room) { $0.unreadCount > 0 } != nil)
      try await value(of: account.rooms.markRead(scene.room, for: .room))
      #expect(try await account.room(scene.room) { $0.unreadCount == 0 } != nil)
    }
  }

  @Test("a person's profile is refreshed", arguments: ContractServer.bothWays)
  func profile(server: ContractServer) async throws {
    try await play(server) { scene, account in
      let profile = try await value(of: account.profiles.refresh(scene.person))
      #expect(profile.user.displayName == scene.personName)
      #expect(profile.friendCount != nil)
      #expect(profile.commonRooms.contains { $0.id == scene.room })
      #expect(profile.refreshedAt != nil)
    }
  }

  @Test("a sent message appears once", arguments: ContractServer.bothWays)
  func send(server: ContractServer) async throws {
    try await play(server) { scene, account in
      _ = try await account.room(scene.room)
      let notes = Notes(account.sender.send("over the wire", to: scene.room))
      try await notes.ended()
      #expect(notes.failure == nil)
      #expect(notes.values.map(\.delivery) == [.sending, .sent])
      let texts = try await account.texts(in: scene.room) { $0.contains("over the wire") }
      #expect(texts.filter { $0 == "over the wire" }.count == 1)
    }
  }

  @Test(
    "an edit, a reaction and a removal of one's message arrive", arguments: ContractServer.bothWays)
  func kinds(server: ContractServer) async throws {
    guard server.isReal else { return }
    try await play(server) { scene, account in
      _ = try await account.room(scene.room)
      let message = Notes(account.sender.send("teh end", to: scene.room))
      let id = try await #require(message.started().values.first?.id)
      // Neither waits for the message: the queue names it as soon as the server has it.
      let edit = Notes(account.sender.send(.edit(id, text: "the end"), to: scene.room))
      let reaction = Notes(account.sender.send(.reaction("👍", to: id), to: scene.room))
      for notes in [message, edit, reaction] {
        try await notes.ended()
        #expect(notes.values.last?.delivery == .sent)
        #expect(notes.values.last?.eventID != nil)
      }
      _ = try await account.texts(in: scene.room) { $0.contains("the end") }

      let removal = Notes(account.sender.send(.redaction(id, reason: "typo"), to: scene.room))
      try await removal.ended()
      #expect(removal.isCompleted)
      _ = try await account.texts(in: scene.room) { !$0.contains("the end") }
    }
  }

  @Test(
    "a picture is uploaded and sent, its address is in the event, and the same file comes back",
    arguments: ContractServer.bothWays)
  func picture(server: ContractServer) async throws {
    guard server.isReal else { return }
    let folder = try TestFolder()
    let path = folder.path + "/cat.png"
    try Data(Fixture.bytes("media-thumbnail-32-crop.png")).write(to: URL(filePath: path))
    try await play(server) { scene, account in
      _ = try await account.room(scene.room)
      let notes = Notes(account.sender.send(.file(path: path, caption: "a cat"), to: scene.room))
      try await notes.ended()
      #expect(notes.failure == nil)
      let timeline = try await value(of: account.timelines.timeline(of: scene.room)) {
        $0.messages.contains { $0.picture?.source != nil && $0.eventID != nil }
      }
      let image = try #require(timeline.messages.compactMap(\.picture).last)
      #expect((image.body, image.caption) == ("cat.png", "a cat"))
      #expect((image.width, image.height) == (32, 32))
      #expect(image.blurHash?.utf8.count == 28)

      let files = MatrixFileController(
        network: account.network, folder: folder.path + "/opened", downloads: folder.path)
      let source = try #require(image.source)
      let message = try #require(timeline.messages.last?.id)
      let file = MessageFile(message: message, source: source, name: image.body)
      let steps = try await collect(files.save(file, to: .path(folder.path)))
      let saved = folder.path + "/cat (1).png"
      let content = Fixture.bytes("media-thumbnail-32-crop.png")
      #expect(steps == [.started, .saved(path: saved, byteCount: content.count)])
      #expect(FileManager.default.contents(atPath: saved) == Data(content))
    }
  }
}

extension Message {
  fileprivate var picture: ImageContent? {
    if case .image(let image) = content { image } else { nil }
  }
}
