import FaultProxy
import Foundation
import TestServers
import Testing

@Suite("Files", .enabled(if: TestServer.shared != nil))
struct FileStories {
  private let server: TestServer
  private let friend: MatrixClient
  private let account: MatrixClient

  init() throws {
    server = try #require(TestServer.shared)
    friend = try server.newAccount()
    account = try server.newAccount()
  }

  private func room(_ name: String) throws -> String {
    let room = try friend.createRoom(["preset": "public_chat", "name": name])
    try account.join(room)
    return room
  }

  private func send(
    _ name: String, _ content: Data, to room: String, as type: String = "m.file",
    info: [String: Any] = [:]
  ) throws {
    var info = info
    info["size"] = info["size"] ?? content.count
    // Synapse makes thumbnails of what calls itself a picture.
    let mime = type == "m.image" ? "image/png" : "application/octet-stream"
    let url = try friend.upload(content, type: mime)
    try friend.send(["msgtype": type, "body": name, "url": url, "info": info], to: room)
  }

  @Test("are saved under a safe name beside what is there, and opened by a program after a look")
  func receive() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let opener = (folder / "opener").path
    try Data("#!/bin/sh\ncat \"$2\" > \"$0.new\"; mv \"$0.new\" \"$0.seen\"\n".utf8)
      .write(to: folder / "opener")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener)
    let room = try room("Desk")
    let content = Data((0..<300_000).map { UInt8($0 % 251) })
    try send("../../my\u{202E} report.pdf", content, to: room)
    let home = folder / "home"
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    let program = try Program(
      on: server, as: account,
      environment: [
        "HOME": home.path, "XDG_CONFIG_HOME": home.path, "CHATTUI_OPENER": "\(opener) --tab",
      ])
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Desk")
    try await program.terminal.wait(for: "report.pdf 300 kB]")
    try await program.escape()
    for name in ["my report.pdf", "my report (1).pdf"] {
      try program.terminal.send(keys: "G")
      try await program.pause()
      try program.terminal.send(keys: "S")
      try await program.terminal.wait(for: "~/Downloads/my report.pdf")
      try await program.pause()
      try program.terminal.send(keys: "Enter")
      try await program.terminal.wait(for: "Saved: ")
      #expect(try Data(contentsOf: home.appending(path: "Downloads/\(name)")) == content)
    }
    try program.terminal.send(keys: "O")
    try await program.terminal.wait(for: "Open my report.pdf (300 kB) with")
    try await program.pause()
    try await program.pause()
    #expect(!FileManager.default.fileExists(atPath: opener + ".seen"))
    try await program.confirm()
    try await program.terminal.wait(for: "the opened file") { _ in
      FileManager.default.contents(atPath: opener + ".seen") == content
    }

    try send("notes.txt", Data("#!/bin/sh\necho hello\n".utf8), to: room)
    try await program.terminal.wait(for: "notes.txt 21 B]")
    // The confirmation's letter was the last key.
    try await program.pause()
    try await program.pause()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try program.terminal.send(keys: "O")
    try await program.terminal.wait(for: "Open notes.txt (21 B) with")
    try await program.pause()
    try await program.pause()
    try await program.confirm()
    try await program.terminal.wait(
      for: "notes.txt could run a program or scripts: it is not opened")
  }

  @Test("a download that a kill interrupts shows no half file, and goes on with the next program")
  func killedDownload() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let room = try room("Archive")
    let content = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 7 / 3) })
    try send("plan.bin", content, to: room)
    let proxy = try await FaultProxy.start(before: server.url)
    let program = try Program(
      on: server, as: account,
      environment: ["HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path])
    try await program.signIn(to: server.behind(proxy.url))
    proxy.replaceRules([
      FaultRule(
        "GET", "*/media/download/*", times: .nth(1),
        faults: .slow(bytesPerSecond: 50_000, of: .response))
    ])
    try await program.openFirstRoom(named: "Archive")
    try await program.terminal.wait(for: "plan.bin 400 kB]")
    try await save(program)
    try await program.terminal.wait(for: "downloading… ")
    try await program.terminal.wait(for: "some of the file") { screen in
      !screen.contains("downloading… 0%") && screen.contains("% of 400 kB")
    }
    try await program.kill()
    let downloads = folder / "Downloads"
    let left = try FileManager.default.contentsOfDirectory(atPath: downloads.path)
    #expect(!left.isEmpty && left.allSatisfy { $0.hasPrefix(".") })

    try program.restart()
    try await program.terminal.wait(for: "plan.bin 400 kB]", within: .seconds(20))
    try await program.terminal.wait(for: "online", within: .seconds(20))
    try await save(program)
    try await program.terminal.wait(for: "Saved: ")
    #expect(try Data(contentsOf: downloads.appending(path: "plan.bin")) == content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: downloads.path) == ["plan.bin"])
    let last = proxy.requests.last { $0.path.contains("/media/download/") }
    #expect(last?.status == (server.kind == .homeserver ? 206 : 200))
  }

  @Test("an upload that a kill interrupts goes to the same address with the next program, once")
  func killedUpload() async throws {
    let room = try room("Press")
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data(repeating: 65, count: 400_000).write(to: files / "page.bin")
    let proxy = try await FaultProxy.start(before: server.url)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server.behind(proxy.url))
    try await program.openFirstRoom(named: "Press")
    proxy.replaceRules([
      FaultRule(
        "PUT", "*/upload/*", times: .nth(1), faults: .slow(bytesPerSecond: 20_000, of: .request))
    ])
    try program.terminal.paste((files / "page.bin").path)
    try await program.terminal.wait(for: "Send page.bin (400 kB) to Press?")
    for _ in 0..<5 { try await program.pause() }
    try program.say("the front page")
    try await program.terminal.wait(for: "uploading… ")
    try await program.terminal.wait(for: "the upload on its way") { _ in
      proxy.requests.contains { $0.method == "PUT" && $0.path.contains("/upload/") }
    }
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "the file on the server", within: .seconds(30)) { _ in
      (try? friend.count(of: "the front page", in: room)) == 1
    }
    let uploads = proxy.requests.filter { $0.path.contains("/upload") }
    #expect(uploads.count >= 2)
    #expect(Set(uploads.map(\.path)).count == 1)
    let content = try #require(friend.latestContents(of: "m.room.message", in: room).last)
    #expect(
      uploads.first?.path.hasSuffix(
        ((content["url"] as? String) ?? "-").dropFirst("mxc://".count)) == true)
    #expect(try friend.count(of: "the front page", in: room) == 1)
  }

  @Test("a picture above the limit and a video show their thumbnails; R loads the whole picture")
  func thumbnails() async throws {
    let room = try room("Gallery")
    let picture = try #require(Data(base64Encoded: OwnProfileStories.png))
    let small = try friend.upload(picture)
    let thumbnail: [String: Any] = [
      "thumbnail_url": small, "thumbnail_info": ["size": picture.count, "mimetype": "image/png"],
    ]
    try send(
      "sea.png", picture, to: room, as: "m.image",
      info: thumbnail.merging(["size": 12_000_000]) { $1 })
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Gallery")
    try await program.terminal.wait(for: "thumbnail: R loads the picture (12 MB)")
    // On a small screen, the picture fills all rows.
    try await program.turn("PageUp", to: "[image sea.png 12 MB]")
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try await program.pause()
    try program.terminal.send(keys: "R")
    try await program.terminal.wait(forAbsenceOf: "thumbnail:")
    try await program.terminal.wait(forAbsenceOf: "R load picture")

    // Whoever declares this gives no thumbnail: the server makes one.
    try send(
      "huge.png", picture, to: room, as: "m.image", info: ["size": 900_000_000])
    try await program.terminal.wait(for: "thumbnail: the picture is too large")
    try send("clip.mp4", Data("film".utf8), to: room, as: "m.video", info: thumbnail)
    _ = try? await program.terminal.wait(for: "[video clip.mp4 ", within: .seconds(3))
    try await program.turn("PageUp", to: "[video clip.mp4 ")
    try await program.terminal.wait(for: "a thumbnail below the video") { screen in
      let rows = screen.rows
      guard let line = rows.lastIndex(where: { $0.contains("[video clip.mp4 ") }) else {
        return false
      }
      return rows[(line + 1)...].contains { $0.contains("▀▀") }
    }
  }

  @Test("a photo is sent without the place and the camera in its file, or as it is")
  func place() async throws {
    let room = try room("Holiday")
    let files = try TemporaryFolder()
    defer { files.remove() }
    try PhotoWithPlace.jpeg.write(to: files / "beach.jpg")
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Holiday")
    var received: [Data] = []
    for isReduced in [true, false] {
      try await program.choose("send files")
      try await program.terminal.wait(for: "Send files to Holiday")
      try await program.pause()
      try program.say((files / "beach.jpg").path)
      try await program.terminal.wait(for: "with all its file has, perhaps the place")
      try await program.pause()
      if isReduced {
        try program.terminal.send(keys: "C-t")
        try await program.terminal.wait(for: "without place and camera")
        try await program.pause()
      }
      try program.terminal.send(keys: "Enter")
      try await program.terminal.wait(for: "the photo on the server") { _ in
        (try? friend.count(of: "beach.jpg", in: room)) == received.count + 1
      }
      try await program.terminal.wait(for: "> Write to Holiday")
      let content = try friend.latestContents(of: "m.room.message", in: room).first
      received.append(try friend.download(#require(content?["url"] as? String)))
    }
    #expect(PhotoWithPlace.traces(in: received[0]) == [])
    // What turned it is gone, so its pixels are turned.
    #expect(try #require(PhotoWithPlace.size(of: received[0])) == (16, 32))
    #expect(received[1] == PhotoWithPlace.jpeg)
    #expect(PhotoWithPlace.traces(in: received[1]).count == 4)
  }

  @Test("a file is taken back before it is due, is told of, comes back, and is sent after all")
  func takenBack() async throws {
    let room = try room("Press")
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data(repeating: 65, count: 4000).write(to: files / "page.bin")
    let program = try Program(on: server, as: account, options: ["--undo-seconds", "30"])
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Press")
    try program.terminal.paste((files / "page.bin").path)
    try await program.terminal.wait(for: "Send page.bin (4 kB) to Press?")
    for _ in 0..<5 { try await program.pause() }
    try program.say("the front page")
    try await program.terminal.wait(for: "sending in ")
    try await program.escape()
    try await program.pause()
    try program.terminal.send(keys: "u")
    try await program.terminal.wait(for: "page.bin was not sent: u in the messages brings it back")
    try await program.terminal.wait(forAbsenceOf: "[file page.bin")
    try await program.pause()
    try await program.pause()
    try program.terminal.send(keys: "u")
    try await program.terminal.wait(for: "not sent: you took it back")
    #expect(try friend.count(of: "the front page", in: room) == 0)
    // The cursor is at the file.
    try await program.pause()
    try await program.choose("send the message again")
    try await program.terminal.wait(for: "the file on the server") { _ in
      (try? friend.count(of: "the front page", in: room)) == 1
    }
  }

  /// Saves the newest file in the folder that is proposed.
  private func save(_ program: Program) async throws {
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try program.terminal.send(keys: "S")
    try await program.terminal.wait(for: "~/Downloads/plan.bin")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
  }

  @Test("go out together in their order; an upload is stopped, and sent again later")
  func send() async throws {
    let room = try room("Studio")
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data(repeating: 65, count: 400_000).write(to: files / "big one.bin")
    try Data("a sketch".utf8).write(to: files / "sketch.txt")
    let proxy = try await FaultProxy.start(before: server.url)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server.behind(proxy.url))
    try await program.openFirstRoom(named: "Studio")
    proxy.replaceRules([
      FaultRule(
        "PUT", "*/upload/*", times: .nth(1), faults: .slow(bytesPerSecond: 20_000, of: .request))
    ])
    // As terminals paste what is dragged onto them.
    try program.terminal.paste("'\((files / "big one.bin").path)' \((files / "sketch.txt").path)")
    try await program.terminal.wait(for: "Send big one.bin (400 kB), sketch.txt (8 B) to Studio?")
    // Whoever types at once after a paste has not seen the question.
    for _ in 0..<5 { try await program.pause() }
    try program.say("for you")
    try await program.terminal.wait(for: "uploading… ")
    try await program.terminal.wait(for: "> Write to Studio")
    try await program.escape()
    try program.terminal.send(keys: "k")
    try await program.pause()
    try program.terminal.send(keys: "x")
    try await program.terminal.wait(for: "you stopped the upload")
    try await program.terminal.wait(for: "the second file on the server") { _ in
      (try? friend.count(of: "sketch.txt", in: room)) == 1
    }
    #expect(try friend.count(of: "for you", in: room) == 0)
    try await program.choose("send the message again")
    try await program.terminal.wait(for: "the first file on the server") { _ in
      (try? friend.count(of: "for you", in: room)) == 1
    }
    let contents = try friend.latestContents(of: "m.room.message", in: room)
    #expect(contents.count == 2)
    #expect(contents.first?["filename"] as? String == "big one.bin")
    try program.terminal.send(keys: "C-q")
    try await program.terminal.waitForEnd()
    await proxy.stop()
  }
}
