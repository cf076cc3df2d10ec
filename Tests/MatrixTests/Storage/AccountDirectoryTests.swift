import Foundation
import GRDB
import Glibc
import Testing

@testable import Matrix

@Suite("Account directory")
struct AccountDirectoryTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/data/accounts/ada" }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("written content is read back, and an absent file reads as nil")
  func roundTrip() throws {
    let directory = try AccountDirectory(path: path)

    #expect(try directory.read("a") == nil)
    try directory.write("a", Array("one".utf8))
    try directory.write("a", Array("two".utf8))
    #expect(try directory.read("a") == Array("two".utf8))
    try directory.remove("a")
    try directory.remove("a")
    #expect(try directory.read("a") == nil)
  }

  @Test("what the system does not allow is told with what to do")
  func forbidden() {
    let error = StorageError(path: "/data/instance.lock", code: EROFS)
    #expect(
      error.description
        == "Read-only file system; make it writable and start again: /data/instance.lock")
    #expect(
      StorageError(path: "/data", code: ENOSPC).description == "No space left on device: /data")
  }

  @Test(
    "a database that cannot be opened or written on a full disk says that the disk is full",
    arguments: [
      (ResultCode.SQLITE_FULL, 1 << 30, "no space left on the disk"),
      (.SQLITE_IOERR, 31 << 10, "no space left on the disk"),
      (.SQLITE_CANTOPEN, 0, "no space left on the disk"),
      (.SQLITE_IOERR, 32 << 10, "broken"), (.SQLITE_IOERR, nil, "broken"),
      (.SQLITE_READONLY, 0, "broken"),
    ] as [(ResultCode, Int?, String)])
  func full(code: ResultCode, free: Int?, reason: String) {
    let error = DatabaseError(resultCode: code, message: "broken")
    var asked: [String] = []
    let told = StorageError(error, path: "/data/vault.sqlite") {
      asked.append($0)
      return free
    }
    #expect(told.description == "\(reason): /data/vault.sqlite")
    #expect(asked.allSatisfy { $0 == "/data/vault.sqlite" })
  }

  @Test("folders and files are private to their owner, and no temporary file remains")
  func modes() throws {
    let directory = try AccountDirectory(path: path)
    try directory.write("a", [1, 2, 3])
    let lock = try directory.lock()

    for place in ["/data", "/data/accounts", "/data/accounts/ada"] {
      #expect(try mode(folder.path + place) == 0o700)
    }
    #expect(try mode(path + "/a") == 0o600)
    #expect(try mode(path + "/instance.lock") == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names.sorted() == ["a", "instance.lock"])
    lock.release()
  }

  @Test("a file that others may open is refused by name")
  func openFile() throws {
    let directory = try AccountDirectory(path: path)
    try directory.write("a", [1])
    chmod(path + "/a", 0o640)

    let error = #expect(throws: StorageError.self) { try directory.read("a") }
    #expect(error == StorageError(path: path + "/a", problem: .openToOthers))
    #expect(error?.description.contains(path + "/a") == true)
  }

  @Test("a folder that others may open is refused")
  func openFolder() throws {
    _ = try AccountDirectory(path: path)
    chmod(path, 0o750)
    #expect(throws: StorageError(path: path, problem: .openToOthers)) {
      try AccountDirectory(path: path)
    }
  }

  @Test("a link instead of a file is refused, and writing replaces it without following it")
  func link() throws {
    let directory = try AccountDirectory(path: path)
    let target = folder.path + "/target"
    try Data("secret".utf8).write(to: URL(fileURLWithPath: target))
    symlink(target, path + "/a")

    #expect(throws: StorageError(path: path + "/a", problem: .notRegular)) {
      try directory.read("a")
    }
    try directory.write("a", Array("mine".utf8))
    #expect(try directory.read("a") == Array("mine".utf8))
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "secret")
  }

  @Test("a link instead of the folder is refused")
  func linkedFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/real", withIntermediateDirectories: true)
    symlink(folder.path + "/real", folder.path + "/linked")
    #expect(throws: StorageError.self) { try AccountDirectory(path: folder.path + "/linked") }
  }

  @Test("a pipe instead of a file is refused without blocking")
  func pipe() throws {
    let directory = try AccountDirectory(path: path)
    mkfifo(path + "/a", 0o600)
    #expect(throws: StorageError(path: path + "/a", problem: .notRegular)) {
      try directory.read("a")
    }
  }

  @Test("a file of another user is refused", .enabled(if: geteuid() == 0, "needs root"))
  func foreignFile() throws {
    let directory = try AccountDirectory(path: path)
    try directory.write("a", [1])
    chown(path + "/a", 12345, 12345)
    #expect(throws: StorageError(path: path + "/a", problem: .foreignOwner)) {
      try directory.read("a")
    }
  }

  @Test("the second locker learns who holds the lock, and gets it afterwards")
  func lock() throws {
    let directory = try AccountDirectory(path: path)
    let other = try AccountDirectory(path: path)
    let lock = try directory.lock()

    let problem = StorageError.Problem.inUse(process: getpid())
    #expect(throws: StorageError(path: path + "/instance.lock", problem: problem)) {
      try other.lock()
    }
    lock.release()
    let second = try other.lock()
    second.release()
  }

  @Test("another process's lock holds, and ends when that process is killed")
  func lockOfProcess() async throws {
    let directory = try AccountDirectory(path: path)
    try directory.lock().release()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
    process.arguments = ["--no-fork", path + "/instance.lock", "sleep", "60"]
    try process.run()
    try await eventually { (try? directory.lock()) == nil }

    kill(process.processIdentifier, SIGKILL)
    try await eventually { (try? directory.lock()) != nil }
  }

  @Test("work under one lock is serialised")
  func exclusive() async throws {
    let directory = try AccountDirectory(path: path)
    try directory.write("count", Array("0".utf8))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask {
          // The lock has no queue: on a busy machine the last waiter waits long.
          try await directory.withLock("count.lock", patience: .seconds(600)) {
            let old = Int(String(decoding: try directory.read("count") ?? [], as: UTF8.self)) ?? 0
            await Task.yield()
            try directory.write("count", Array(String(old + 1).utf8), durably: false)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try directory.read("count") == Array("40".utf8))
  }

  @Test("a failed write leaves no temporary file and does not change other files")
  func failedWrite() throws {
    let directory = try AccountDirectory(path: path)
    try directory.write("a", Array("old".utf8))
    mkdir(path + "/b", 0o700)

    #expect(throws: StorageError.self) { try directory.write("b", [1]) }
    #expect(try directory.read("a") == Array("old".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names.sorted() == ["a", "b"])
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
