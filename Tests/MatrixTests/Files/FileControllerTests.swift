import Controllers
import Foundation
import HTTPTypes
import Models
import Signals
import SignalsTesting
import Testing

@testable import Matrix

@Suite("Files of messages", .timeLimit(.minutes(5)))
struct FileControllerTests {
  private let folder: TemporaryFolder
  private let file: MessageFile

  init() throws {
    folder = try TemporaryFolder()
    file = MessageFile(
      message: Message.ID(try #require(EventID("$1"))),
      source: try #require(MediaURI("mxc://localhost/abc")), name: "../my cat.txt")
  }

  private var downloads: String { folder.path + "/Downloads" }
  private var opened: String { folder.path + "/opened" }

  private func withFiles(
    mostBytes: Int = 1000, _ body: (MatrixFileController, StubHomeserver) async throws -> Void
  ) async throws {
    let homeserver = try await StubHomeserver.start()
    homeserver.change { $0.media["download"] = Self.reply("the content") }
    try await withTransport { transport in
      let network = try TestNetwork.make(homeserver.url, transport, scheduler: TestScheduler())
      try await body(
        MatrixFileController(
          network: network.network, folder: opened, downloads: downloads, mostBytes: mostBytes),
        homeserver)
    }
    await homeserver.stop()
  }

  private static func reply(_ text: String) -> Reply {
    Reply(headers: [.contentType: "text/html"], body: Array(text.utf8))
  }

  private func content(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test(
    "a file is saved by a safe name in the folder for downloads, private, and never over another")
  func saves() async throws {
    try await withFiles { files, homeserver in
      let first = try await collect(files.save(file, to: .path(downloads)))
      #expect(first == [.started, .saved(path: downloads + "/my cat.txt", byteCount: 11)])
      #expect(content(downloads + "/my cat.txt") == "the content")
      let mode =
        try FileManager.default.attributesOfItem(atPath: downloads + "/my cat.txt")[
          .posixPermissions] as? Int
      #expect(mode == 0o600)
      let request = try #require(homeserver.server.requests.first)
      #expect(request.path == "/_matrix/client/v1/media/download/localhost/abc")
      #expect(request.authorization == "Bearer old")

      homeserver.change { $0.media["download"] = Self.reply("other") }
      let second = try await collect(files.save(file, to: .path(downloads + "/my cat.txt")))
      #expect(second.last == .saved(path: downloads + "/my cat (1).txt", byteCount: 5))
      #expect(content(downloads + "/my cat.txt") == "the content")
      #expect(names(downloads) == ["my cat (1).txt", "my cat.txt"])
      let third = try await collect(files.save(file, to: .path(downloads + "/")))
      #expect(third.last == .saved(path: downloads + "/my cat (2).txt", byteCount: 5))
    }
  }

  @Test("neither a link nor a pipe at the path is followed or filled")
  func links() async throws {
    try await withFiles { files, _ in
      mkdir(downloads, 0o700)
      let victim = folder.path + "/victim"
      try Data("kept".utf8).write(to: URL(filePath: victim))
      symlink(victim, downloads + "/a.txt")
      mkfifo(downloads + "/b.txt", 0o600)
      for name in ["a", "b"] {
        let steps = try await collect(files.save(file, to: .path("\(downloads)/\(name).txt")))
        #expect(steps.last == .saved(path: "\(downloads)/\(name) (1).txt", byteCount: 11))
      }
      #expect(content(victim) == "kept")
    }
  }

  @Test("a place that takes no file is told before anything is requested")
  func places() async throws {
    try await withFiles { files, homeserver in
      try Data().write(to: URL(filePath: folder.path + "/plain"))
      let long = downloads + "/" + String(repeating: "x", count: 300)
      for path in [
        folder.path + "/missing/a.txt", folder.path + "/plain/a.txt", long, downloads + "/a\u{0}b",
      ] {
        let error = await failure { () async throws(RequestError) in
          try await collect(files.save(file, to: .path(path)))
        }
        guard case .unusablePlace = error?.reason else {
          Issue.record("\(path): \(String(describing: error))")
          continue
        }
      }
      #expect(homeserver.server.requests.isEmpty)
      #expect(names(downloads).isEmpty)
    }
  }

  @Test(
    "what the server refuses, cuts, or never ends leaves nothing behind",
    arguments: [
      (Reply.notFound, RequestError.Reason?.some(.refused)),
      (Reply(body: [UInt8](repeating: 1, count: 2000)), .tooLarge),
      (Reply(body: [UInt8](repeating: 1, count: 500), manner: .endless), .tooLarge),
      (Reply(body: [UInt8](repeating: 1, count: 500), manner: .cut(after: 100)), nil),
    ])
  func failures(reply: Reply, reason: RequestError.Reason?) async throws {
    try await withFiles { files, homeserver in
      homeserver.change { $0.media["download"] = reply }
      let error = await failure { () async throws(RequestError) in
        try await collect(files.save(file, to: .path(downloads)))
      }
      #expect(error != nil)
      if let reason { #expect(error?.reason == reason) }
      #expect(names(downloads).isEmpty)
    }
  }

  @Test("a download tells its progress, and stops at once when asked to")
  func stops() async throws {
    try await withFiles { files, homeserver in
      homeserver.change {
        $0.media["download"] = Reply(
          body: [UInt8](repeating: 1, count: 800), manner: .stalled(after: 200))
      }
      let progress = Notes(files.downloads)
      let notes = Notes(files.save(file, to: .path(downloads)))
      try await eventually {
        progress.values.last?[file.message] == DownloadProgress(received: 200, total: 800)
      }
      #expect(notes.values == [.started])
      #expect(names(downloads).count == 1, "only the part")
      #expect(names(downloads).first?.hasPrefix(".") == true)
      files.stop(file.message)
      try await notes.ended()
      #expect(notes.failure?.reason == .cancelled)
      #expect(names(downloads).isEmpty)
      #expect(progress.values.last == [:])
      try await eventually { homeserver.server.openConnections == 0 }
    }
  }

  @Test("a file to open goes to a private folder, which loses it with the next run or the sign-out")
  func opens() async throws {
    try await withFiles { files, homeserver in
      let steps = try await collect(files.save(file, to: .forOpening))
      #expect(steps.last == .saved(path: opened + "/my cat.txt", byteCount: 11))
      let mode = try FileManager.default.attributesOfItem(atPath: opened)[.posixPermissions] as? Int
      #expect(mode == 0o700)

      let network = try TestNetwork.make(
        homeserver.url, CurlTransport(), scheduler: TestScheduler())
      let next = MatrixFileController(network: network.network, folder: opened)
      var other = file
      other.name = "b.txt"
      _ = try await collect(next.save(other, to: .forOpening))
      #expect(names(opened) == ["b.txt"])
      next.eraseFiles()
      #expect(!FileManager.default.fileExists(atPath: opened))
    }
  }

  @Test("a program or a page with scripts is not opened, whatever its name says")
  func programs() async throws {
    try await withFiles { files, homeserver in
      for (name, text) in [
        ("a.desktop", "x"), ("b.pdf", "\u{7F}ELF\u{2}"), ("c.png", "#!/bin/sh\nrm"),
        ("d.txt", "[Desktop Entry]\nExec=x"), ("e.jpg", "MZ\u{0}"),
        ("f.html", "x"), ("g.pdf", "\n \t<!DOCTYPE html>"), ("h", "\u{FEFF}<svg onload=x>"),
      ] {
        homeserver.change { $0.media["download"] = Self.reply(text) }
        var program = file
        program.name = name
        let refused = program
        let error = await failure { () async throws(RequestError) in
          try await collect(files.save(refused, to: .forOpening))
        }
        #expect(error?.reason == .unopenable(name: name))
      }
      #expect(names(opened).isEmpty)
      homeserver.change { $0.media["download"] = Self.reply("<ada> a chat as text") }
      let steps = try await collect(files.save(file, to: .forOpening))
      #expect(steps.last == .saved(path: opened + "/my cat.txt", byteCount: 20))
    }
  }

  @Test("files to send are looked at without being read, in their order")
  func inspects() async throws {
    try await withFiles { files, _ in
      let picture = folder.path + "/a.txt"
      try Data(Fixture.bytes("media-thumbnail-32-crop.png")).write(to: URL(filePath: picture))
      let text = folder.path + "/b"
      try Data("text".utf8).write(to: URL(filePath: text))
      let found = try await collect(files.inspect([text, picture])).first
      #expect(found?.map(\.name) == ["b", "a.txt"])
      #expect(found?.map(\.isPicture) == [false, true])
      #expect(found?.first?.byteCount == 4)
      let error = await failure { () async throws(RequestError) in
        try await collect(files.inspect([text, folder.path]))
      }
      #expect(error?.reason == .unusableFile(.notRegular, path: folder.path))
    }
  }

  @Test(
    "a file that the server would refuse is refused before any question, by one request for all")
  func serverLimit() async throws {
    try await withFiles { files, homeserver in
      homeserver.change {
        $0.media["config"] = Reply(
          headers: [.contentType: "application/json"],
          body: Array(#"{"m.upload.size":1500000}"#.utf8))
      }
      let (small, large) = (folder.path + "/a", folder.path + "/b")
      try Data(count: 1_400_000).write(to: URL(filePath: small))
      try Data(count: 1_600_000).write(to: URL(filePath: large))
      #expect(try await collect(files.inspect([small])).first?.count == 1)
      let error = await failure { () async throws(RequestError) in
        try await collect(files.inspect([small, large]))
      }
      #expect(error?.reason == .unusableFile(.tooLarge(limit: 1_500_000), path: large))
      #expect(homeserver.server.requests.count { $0.path.hasSuffix("/media/config") } == 1)
    }
  }

  @Test("a server that does not tell its limit refuses nothing beforehand")
  func noServerLimit() async throws {
    try await withFiles { files, _ in
      let large = folder.path + "/b"
      try Data(count: 1_600_000).write(to: URL(filePath: large))
      #expect(try await collect(files.inspect([large])).first?.count == 1)
    }
  }

  @Test("paths are completed: folders with a slash, hidden entries only when asked for")
  func completes() throws {
    for name in ["apple.txt", "apricot", ".arc"] {
      try Data("x".utf8).write(to: URL(filePath: folder.path + "/" + name))
    }
    mkdir(folder.path + "/art", 0o700)
    mkfifo(folder.path + "/apipe", 0o600)
    func found(_ text: String) -> [LocalPath] {
      PathCompletion.paths(completing: folder.path + "/" + text)
    }
    #expect(
      found("a")
        == [
          LocalPath(path: folder.path + "/apple.txt", byteCount: 1),
          LocalPath(path: folder.path + "/apricot", byteCount: 1),
          LocalPath(path: folder.path + "/art/"),
        ])
    #expect(found(".a").map(\.byteCount) == [1])
    #expect(found("x").isEmpty)
    #expect(PathCompletion.paths(completing: "/no/such/folder/x").isEmpty)
    #expect(PathCompletion.paths(completing: "~").map(\.path) == ["~/"])
  }

  @Test(
    "the folder for downloads is the desktop's",
    arguments: [
      (nil, "~/Downloads"), ("", "~/Downloads"),
      ("# comment\nXDG_DOWNLOAD_DIR=\"$HOME/Geladen\"\n", "~/Geladen"),
      ("XDG_DOWNLOAD_DIR=\"/mnt/data/\"", "/mnt/data"),
      ("XDG_DOWNLOAD_DIR=\"$HOME/\"", "~/Downloads"),
      ("XDG_DOWNLOAD_DIR=\"relative\"\nXDG_DOWNLOAD_DIR=\"", "~/Downloads"),
    ] as [(String?, String)])
  func downloadFolder(configuration: String?, folder: String) {
    #expect(DownloadFolder.path(home: "/home/ada", configuration: configuration) == folder)
  }
}
