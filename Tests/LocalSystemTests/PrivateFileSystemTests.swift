import Foundation
import Glibc
import Testing

@testable import LocalSystem

@Suite("Private files")
struct PrivateFileSystemTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + "chat-tui-private-\(UUID().uuidString)/inner"

    init() throws { try PrivateFileSystem.makeFolders(path) }

    deinit {
      try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }

    func open(_ name: String, _ flags: Int32) throws -> Int32? {
      try PrivateFileSystem.open("\(path)/\(name)", path: "\(path)/\(name)", flags)
    }
  }

  private func mode(_ file: Int32) -> mode_t {
    var status = stat()
    fstat(file, &status)
    return status.st_mode & 0o777
  }

  @Test("a new file is closed to others; one that is not there is none")
  func newFile() throws {
    let folder = try Folder()
    #expect(try folder.open("a", O_RDONLY) == nil)
    let file = try #require(try folder.open("a", O_RDWR | O_CREAT))
    defer { close(file) }
    #expect(mode(file) == 0o600)
    try PrivateFileSystem.check(file, path: "a", kind: S_IFREG)
    #expect(throws: PrivateFileSystem.Failure.self) {
      try PrivateFileSystem.check(file, path: "a", kind: S_IFDIR)
    }
  }

  @Test("a file that others may open is refused, or closed to them")
  func openToOthers() throws {
    let folder = try Folder()
    let file = try #require(try folder.open("a", O_RDWR | O_CREAT))
    defer { close(file) }
    #expect(fchmod(file, 0o644) == 0)
    #expect(throws: PrivateFileSystem.Failure.self) {
      try PrivateFileSystem.check(file, path: "a", kind: S_IFREG)
    }
    #expect(try PrivateFileSystem.closedToOthers(file, path: "a") == file)
    #expect(mode(file) == 0o600)
  }

  @Test("neither a link nor a pipe is opened")
  func otherKinds() throws {
    let folder = try Folder()
    #expect(symlink("/etc/passwd", folder.path + "/link") == 0)
    #expect(throws: PrivateFileSystem.Failure.self) { try folder.open("link", O_RDONLY) }
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(throws: PrivateFileSystem.Failure.self) { try folder.open("pipe", O_WRONLY) }
  }

  @Test("a lock is taken once, seen by others, and given up")
  func lock() throws {
    let folder = try Folder()
    let first = try #require(try folder.open("lock", O_RDWR | O_CREAT))
    let second = try #require(try folder.open("lock", O_RDWR))
    defer {
      close(first)
      close(second)
    }
    #expect(!SystemLock.isTaken(second))
    #expect(try SystemLock.take(first))
    #expect(SystemLock.isTaken(second))
    #expect(try !SystemLock.take(second))
    SystemLock.release(first)
    #expect(try SystemLock.take(second))
  }

  @Test("a process that is gone, or was none, does not live")
  func processes() {
    #expect(SystemLock.isAlive(getpid()))
    #expect(SystemLock.isAlive(1))
    #expect(!SystemLock.isAlive(Int32.max))
    #expect(!SystemLock.isAlive(-1))
  }
}
