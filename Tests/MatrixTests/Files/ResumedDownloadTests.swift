import Controllers
import Foundation
import HTTPTypes
import Models
import Signals
import SignalsTesting
import Synchronization
import Testing

@testable import Matrix

@Suite("Downloads that are interrupted", .timeLimit(.minutes(5)))
struct ResumedDownloadTests {
  private let folder: TemporaryFolder
  private let file: MessageFile
  private static let content = (0..<800).map { UInt8($0 % 251) }

  init() throws {
    folder = try TemporaryFolder()
    file = MessageFile(
      message: Message.ID(try #require(EventID("$1"))),
      source: try #require(MediaURI("mxc://localhost/abc")), name: "a.bin")
  }

  /// Answers requests in order; what is left at the end was not asked for.
  private func withServer(
    _ replies: [Reply],
    _ body: (MatrixFileController, StubServer, ManualScheduler) async throws -> Void
  ) async throws {
    let rest = Mutex(replies)
    let server = try await StubServer.start { _ in
      rest.withLock { $0.isEmpty ? .notFound : $0.removeFirst() }
    }
    try await withTransport { transport in
      let clock = ManualScheduler()
      let network = try TestNetwork.make(server.url, transport, scheduler: clock)
      try await body(
        MatrixFileController(
          network: network.network, folder: folder.path + "/opened", downloads: folder.path),
        server, clock)
    }
    await server.stop()
    #expect(rest.withLock { $0.count } == 0)
  }

  private static func whole(_ tag: String = #""one""#, _ manner: Reply.Manner = .whole) -> Reply {
    Reply(headers: [.eTag: tag], body: content, manner: manner)
  }

  private static func part(
    from start: Int, tag: String = #""one""#, range: String? = nil, _ manner: Reply.Manner = .whole
  ) -> Reply {
    Reply(
      status: 206,
      headers: [.eTag: tag, .contentRange: range ?? "bytes \(start)-799/800"],
      body: Array(content[start...]), manner: manner)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func ranges(_ server: StubServer) -> [String?] {
    server.requests.map { $0.headers[.range] }
  }

  /// Saves the file, which becomes whole after a number of pauses.
  private func save(
    _ files: MatrixFileController, _ clock: ManualScheduler, pauses: Int
  ) async throws {
    let notes = Notes(files.save(file, to: .path(folder.path)))
    for _ in 0..<pauses { try await clock.fireNext() }
    try await notes.ended()
    let path = folder.path + "/a.bin"
    #expect(notes.values.last == .saved(path: path, byteCount: 800))
    #expect(FileManager.default.contents(atPath: path) == Data(Self.content))
    #expect(names == ["a.bin"])
  }

  @Test("go on where the connection ended, as often as that happens")
  func connection() async throws {
    try await withServer([
      Self.whole(#""one""#, .cut(after: 100)), Self.part(from: 100, .cut(after: 200)),
      Self.part(from: 300),
    ]) { files, server, clock in
      let progress = Notes(files.downloads)
      try await save(files, clock, pauses: 2)
      #expect(ranges(server) == [nil, "bytes=100-", "bytes=300-"])
      #expect(server.requests.last?.headers[.ifRange] == #""one""#)
      #expect(server.requests.allSatisfy { $0.headers[.acceptEncoding] == "identity" })
      let seen = progress.values.compactMap { $0[file.message] }
      #expect(seen.allSatisfy { $0.total == 800 || $0.received == 0 })
      #expect(seen.contains(DownloadProgress(received: 300, total: 800)))
    }
  }

  @Test("go on with the next program, once the connection is lost for good")
  func nextProgram() async throws {
    try await withServer(
      [Self.whole(#""one""#, .cut(after: 100))]
        + Array(repeating: Reply(manner: .dropped), count: 6)
    ) { files, server, clock in
      let notes = Notes(files.save(file, to: .path(folder.path)))
      for _ in 0..<2 { try await clock.fireNext() }
      try await notes.ended()
      #expect(notes.failure?.isTransient == true)
      #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix(".chat-tui.") })
    }
    try await withServer([Self.part(from: 100)]) { files, server, clock in
      try await save(files, clock, pauses: 0)
      #expect(ranges(server) == ["bytes=100-"])
    }
  }

  @Test("begin anew when the content is another one, or the answer does not continue it")
  func changed() async throws {
    let cut = Self.whole(#""one""#, .cut(after: 100))
    for wrong in [
      Self.part(from: 100, tag: #""two""#), Self.part(from: 100, range: "bytes 0-699/800"),
      Self.part(from: 100, range: "bytes 100-799/801"), Self.part(from: 200),
      Reply(status: 416),
    ] {
      try await withServer([cut, wrong, Self.whole()]) { files, server, clock in
        try await save(files, clock, pauses: 1)
        #expect(ranges(server) == [nil, "bytes=100-", nil])
      }
      try FileManager.default.removeItem(atPath: folder.path + "/a.bin")
    }
    // A server that knows no parts sends the whole, as does one with another content.
    try await withServer([cut, Self.whole(#""two""#)]) { files, server, clock in
      try await save(files, clock, pauses: 1)
      #expect(ranges(server) == [nil, "bytes=100-"])
    }
  }

  @Test(
    "cannot go on without a tag that names exactly these bytes, and leave nothing",
    arguments: ["", #"W/"weak""#, "1", "\"\(String(repeating: "x", count: 300))\""])
  func noTag(tag: String) async throws {
    try await withServer([Self.whole(tag, .cut(after: 100))]) { files, _, _ in
      let notes = Notes(files.save(file, to: .path(folder.path)))
      try await notes.ended()
      #expect(notes.failure != nil)
      #expect(names.isEmpty)
    }
  }

  @Test("that are stopped by the user leave nothing")
  func stopped() async throws {
    try await withServer([Self.whole(#""one""#, .cut(after: 100))]) { files, _, clock in
      let notes = Notes(files.save(file, to: .path(folder.path)))
      try await clock.nextTimer()
      files.stop(file.message)
      try await notes.ended()
      #expect(notes.failure?.reason == .cancelled)
      #expect(names.isEmpty)
    }
  }

  @Test("of a file that another program is downloading do not mix with it")
  func twoPrograms() async throws {
    let source = file.source
    let other = try NewFile("b.bin", in: folder.path, of: source)
    try await withServer([Self.whole()]) { files, _, _ in
      _ = try await collect(files.save(file, to: .path(folder.path)))
    }
    #expect(FileManager.default.contents(atPath: folder.path + "/a.bin") == Data(Self.content))
    withExtendedLifetime(other) {}
  }

  @Test("a name is there with the whole content or not at all, whenever one looks")
  func wholeOrNothing() async throws {
    let path = folder.path + "/a.bin"
    let isOver = Mutex(false)
    // A kill leaves what can be seen at its moment.
    let looks = Task.detached {
      var sizes: Set<Int> = []
      while !isOver.withLock({ $0 }) {
        var status = stat()
        if stat(path, &status) == 0 { sizes.insert(Int(status.st_size)) }
      }
      return sizes
    }
    for _ in 0..<300 {
      let new = try NewFile("a.bin", in: folder.path, of: file.source)
      _ = Self.content.withUnsafeBytes { new.append($0) }
      #expect(try new.finish() == path)
      unlink(path)
    }
    isOver.withLock { $0 = true }
    #expect(await looks.value.isSubset(of: [800]))
    #expect(names.isEmpty)
  }

  @Test("a file is not given a name that is taken meanwhile")
  func takenMeanwhile() throws {
    let new = try NewFile("a.bin", in: folder.path, of: file.source)
    try Data("mine".utf8).write(to: URL(filePath: folder.path + "/a.bin"))
    _ = Self.content.withUnsafeBytes { new.append($0) }
    #expect(try new.finish() == folder.path + "/a (1).bin")
    #expect(FileManager.default.contents(atPath: folder.path + "/a.bin") == Data("mine".utf8))
  }

  @Test("a stranger's file in place of the part is neither continued nor filled")
  func planted() async throws {
    let victim = folder.path + "/victim"
    try Data("kept".utf8).write(to: URL(filePath: victim))
    let probe = try NewFile("a.bin", in: folder.path, of: file.source)
    let part = try #require(names.first { $0.hasSuffix(".part") })
    probe.abandon()
    symlink(victim, folder.path + "/" + part)
    try await withServer([Self.whole()]) { files, _, _ in
      _ = try await collect(files.save(file, to: .path(folder.path)))
    }
    #expect(FileManager.default.contents(atPath: victim) == Data("kept".utf8))
    #expect(FileManager.default.contents(atPath: folder.path + "/a.bin") == Data(Self.content))
  }
}
