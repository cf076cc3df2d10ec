import Controllers
import Foundation
import Glibc
import Homeserver
import Matrix
import Testing

@testable import chat_tui

@Suite("Server launcher", .timeLimit(.minutes(2)))
struct ServerLauncherTests {
  @Test("a server is started once, and found from then on")
  func starts() async throws {
    let fake = try FakeServer()
    #expect(fake.launcher().running() == nil)
    let server = try await fake.launcher().start()
    #expect(server.name == "localhost")
    #expect(server.address.description.hasPrefix("http://127.0.0.1:2"))
    #expect(fake.launcher().running() == server)

    #expect(try await fake.launcher().start() == server)
    #expect(fake.starts == ["started 0"])
    #expect(fake.text("port") == "\(server.address.origin.port)\n")
    for name in ["serve.log", "port"] {
      let mode = try FileManager.default.attributesOfItem(
        atPath: fake.path + "/" + name)[.posixPermissions]
      #expect(((mode as? Int) ?? 0o777) & 0o077 == 0, "\(name)")
    }
  }

  @Test("the server has its own session, no input, and none of this program's open files")
  func isDetached() async throws {
    let open = open("/dev/zero", O_RDONLY)
    defer { close(open) }
    let fake = try FakeServer(
      preparation: "read -t 5 -n 1 x; echo \"input $?\"; ls -l /proc/$$/fd > \"$2/files\"")
    _ = try await fake.launcher().start()
    let process = try #require(fake.process)
    #expect(getsid(process) == process)
    #expect(fake.text("serve.log").contains("input 1\n"))
    #expect(!fake.text("files").contains("/dev/zero"))
    #expect(fake.text("files").contains("/dev/null"))
    let log = fake.text("files").split(separator: "\n").filter { $0.hasSuffix("/serve.log") }
    #expect(log.count == 2)
  }

  @Test("signals that this program blocks reach the server")
  func signals() async throws {
    var (mask, old) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &mask, &old)
    let fake = try FakeServer()
    let log = ServerLog(path: fake.path + "/serve.log")
    mkdir(fake.path, 0o700)
    let output = try log.open()
    let process = try BackgroundProcess(
      path: "/bin/bash", name: "bash", arguments: ["-c", "grep -E 'Sig(Blk|Ign)' /proc/$$/status"],
      log: output)
    close(output)
    pthread_sigmask(SIG_SETMASK, &old, nil)
    while process.ending() == nil { usleep(1000) }
    let lines = fake.text("serve.log").split(separator: "\n")
    let sets = lines.compactMap { line in
      line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    }
    // Signals 32 and 33 belong to the C library.
    #expect(sets.map { $0 & ~0x1_8000_0000 } == [0, 0], "\(lines)")
  }

  @Test("an early exit is reported with the last line of the log, after a second attempt")
  func earlyEnd() async throws {
    let fake = try FakeServer(
      preparation: "echo 'reading the data'; echo 'the disk is full' >&2; echo; exit 1")
    let error = await failure(of: fake.launcher())
    #expect(error?.operation == .startServer)
    #expect(
      error?.reason == .serverFailed("the disk is full", log: fake.path + "/serve.log"))
    #expect(fake.starts == ["started 0", "started 0"])
    #expect(fake.text("port").isEmpty)
  }

  @Test("a server that cannot use its data is not retried at once, nor soon afterwards")
  func unusableData() async throws {
    let fake = try FakeServer(preparation: "echo 'chat-tui: the database is damaged' >&2; exit 3")
    let error = await failure(of: fake.launcher())
    #expect(
      error?.reason == .serverFailed("the database is damaged", log: fake.path + "/serve.log"))
    #expect(error?.retryAfter == .seconds(60))
    #expect(fake.starts == ["started 0"])
  }

  @Test("a program that cannot be started is reported")
  func noProgram() async throws {
    let fake = try FakeServer()
    let launcher = ServerLauncher(
      ServerLauncher.Command(path: "/does/not/exist") { _ in [] }, in: fake.folder)
    #expect(
      await failure(of: launcher)?.reason
        == .serverFailed("No such file or directory", log: fake.path + "/serve.log"))
  }

  @Test("a server that is not ready in time is terminated and reported")
  func tooSlow() async throws {
    let fake = try FakeServer(
      preparation: "trap 'echo asked to end; exit 0' TERM; sleep 60 9>&- >&- 2>&- & wait")
    let error = await failure(of: fake.launcher(patience: .milliseconds(400)))
    #expect(error?.reason == .timedOut)
    while fake.folder.state() != .absent { usleep(1000) }
    #expect(fake.text("serve.log").contains("asked to end"))
  }

  @Test("a server that dies while the program runs leaves no zombie")
  func noZombie() async throws {
    let fake = try FakeServer()
    _ = try await fake.launcher().start()
    let process = try #require(fake.process)
    fake.stop()
    // A zombie, which nobody has waited for, still accepts signals.
    while kill(process, 0) == 0 { usleep(1000) }
    #expect(errno == ESRCH)
  }

  @Test("programs that start at the same time share one server")
  func atOnce() async throws {
    let fake = try FakeServer(preparation: "sleep 0.1")
    let servers = try await withThrowingTaskGroup(of: LocalServer.self) { group in
      for _ in 0..<6 { group.addTask { try await fake.launcher().start() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(servers.count == 6)
    #expect(Set(servers).count == 1)
    #expect(fake.starts.count == 1)
  }

  @Test("a launcher that loses the lock to a manually started server uses that server")
  func loser() async throws {
    let fake = try FakeServer(preparation: "sleep 0.3")
    mkdir(fake.path, 0o700)
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let winner = try BackgroundProcess(
      path: fake.command.path, name: "bash", arguments: fake.command.arguments(4711), log: output)
    close(output)
    while fake.folder.state() != .starting { usleep(1000) }
    let server = try await fake.launcher().start()
    #expect(server.address.description == "http://127.0.0.1:4711")
    #expect(fake.process == winner.id)
    #expect(fake.text("serve.log").contains("in use"))
  }

  @Test("a port is reused, unless another process has it: then the new port is")
  func keepsPort() async throws {
    let fake = try FakeServer()
    let first = try await fake.launcher().start()
    fake.stop()
    #expect(try await fake.launcher().start() == first)
    let port = first.address.origin.port
    #expect(fake.starts == ["started 0", "started \(port)"])
    fake.stop()

    let socket = try takePort(port)
    defer { close(socket) }
    let moved = try await fake.launcher().start()
    #expect(fake.starts.dropFirst(2) == ["started 0"])
    #expect(moved != first)
    #expect(fake.text("port") == "\(moved.address.origin.port)\n")
  }

  @Test("a server whose port is probed at the wrong moment tries again on the same port")
  func triesAgain() async throws {
    let fake = try FakeServer(
      preparation: "[ -e \"$2/tried\" ] || { : > \"$2/tried\"; echo 'in use'; exit 1; }")
    try AccountDirectory(path: fake.path).write("port", Array("23456\n".utf8))
    let server = try await fake.launcher().start()
    #expect(fake.starts == ["started 23456", "started 23456"])
    #expect(server.address.origin.port == 23456)
  }

  @Test("the port of a manually started server is reused too")
  func keepsFoundPort() async throws {
    let fake = try FakeServer()
    mkdir(fake.path, 0o700)
    let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
    _ = try BackgroundProcess(
      path: fake.command.path, name: "bash", arguments: fake.command.arguments(4711), log: output)
    close(output)
    while fake.launcher().running() == nil { usleep(1000) }
    _ = try await fake.launcher().start()
    #expect(fake.text("port") == "4711\n")
  }

  @Test(
    "an unreadable port file counts as missing",
    arguments: ["", "x", "0", "-1", "70000", "99999999999999999999"])
  func badPort(text: String) async throws {
    let fake = try FakeServer()
    let directory = try AccountDirectory(path: fake.path)
    try directory.write("port", Array(text.utf8))
    let server = try await fake.launcher().start()
    #expect(fake.starts == ["started 0"])
    #expect(fake.text("port") == "\(server.address.origin.port)\n")
  }

  private func failure(of launcher: ServerLauncher) async -> RequestError? {
    do throws(RequestError) {
      _ = try await launcher.start()
      return nil
    } catch {
      return error
    }
  }

  /// A socket that listens on a port of this machine.
  private func takePort(_ port: Int) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(socket, $0.baseAddress, socklen_t(bytes.count))
      }
    }
    try #require(result == 0 && listen(socket, 1) == 0)
    return socket
  }
}
