import Foundation
import Glibc
import Testing

@testable import Homeserver

@Suite("The files in a server's folder", .timeLimit(.minutes(2)))
struct DataFolderTests {
  private static let files = ["lock", "registration-token", "homeserver.sqlite"]

  @Test("Nothing in the folder is open to others")
  func modes() async throws {
    let room = DataRoom()
    try await room.fill()
    for name in Self.files + ["media", "media/files"] {
      #expect(room.mode(name) & 0o077 == 0, "\(name)")
    }
  }

  @Test("Files that are open to others get closed to them")
  func mended() async throws {
    let room = DataRoom()
    try await room.fill()
    for name in Self.files { chmod(room.file(name), 0o664) }
    #expect(room.refusal() == nil)
    for name in Self.files { #expect(room.mode(name) == 0o600, "\(name)") }
  }

  @Test(
    "A link is not followed, and the error names it",
    arguments: files + ["homeserver.sqlite-wal", "homeserver.sqlite-shm", "media", "media/files"])
  func links(name: String) async throws {
    let room = DataRoom()
    try await room.fill()
    let away = DataRoom()
    mkdir(away.path, 0o700)
    if rename(room.file(name), away.file("moved")) != 0 {
      try away.write(Data(), to: "moved")
    }
    #expect(symlink(away.file("moved"), room.file(name)) == 0)
    #expect(room.refusal()?.contains(room.file(name)) == true)
  }

  @Test("A folder that is a link is not followed")
  func folderLink() async throws {
    let (room, link) = (DataRoom(), DataRoom())
    try await room.fill()
    #expect(symlink(room.path, link.path) == 0)
    #expect(link.refusal()?.contains(link.path) == true)
  }

  @Test("A pipe does not block, and the error names it", arguments: files)
  func pipes(name: String) async throws {
    let room = DataRoom()
    try await room.fill()
    unlink(room.file(name))
    #expect(mkfifo(room.file(name), 0o600) == 0)
    #expect(room.refusal()?.contains("\(room.file(name)) is not a regular file") == true)
    let hasToken = Homeserver.registrationToken(in: room.path) != nil
    #expect(hasToken == (name != "registration-token"))
    #expect(Homeserver.running(in: room.path) == nil)
  }

  @Test("The error names a folder in the place of a file", arguments: files)
  func folders(name: String) async throws {
    let room = DataRoom()
    try await room.fill()
    unlink(room.file(name))
    mkdir(room.file(name), 0o700)
    #expect(room.refusal()?.contains(room.file(name)) == true)
  }

  @Test("A media folder that others may enter is refused")
  func openMedia() async throws {
    let room = DataRoom()
    try await room.fill()
    chmod(room.file("media"), 0o755)
    #expect(room.refusal()?.contains("\(room.file("media")) must belong to you") == true)
  }
}
