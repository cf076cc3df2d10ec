import Controllers
import Foundation
import Glibc
import Matrix
import Testing

@testable import chat_tui

@Suite("Files of the server of this machine")
struct ServerFilesTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("chat-tui-files-\(UUID().uuidString)").path

  private func withFolder(_ body: (LocalServerFolder) throws -> Void) throws {
    mkdir(path, 0o700)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(LocalServerFolder(path: path))
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: path + "/" + name, atomically: false, encoding: .utf8)
  }

  @Test("an announcement counts only while its lock is held")
  func state() throws {
    try withFolder { folder in
      #expect(folder.state() == .absent)
      try write(
        #"{"address":"http://127.0.0.1:4711","process":1,"server_name":"here","new":[1]}"#,
        to: "lock")
      #expect(folder.state() == .absent)
      let file = open(path + "/lock", O_RDWR)
      #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
      let address = try #require(ServerAddress("http://127.0.0.1:4711"))
      #expect(folder.state() == .running(LocalServer(address: address, name: "here")))
      close(file)
      #expect(folder.state() == .absent)
    }
  }

  @Test(
    "what is no announcement of a server of this machine is none",
    arguments: [
      "", "{", #"{"address":"http://127.0.0.1:4711"}"#,
      #"{"address":"http://example.org:4711","process":1,"server_name":"x"}"#,
      #"{"address":"127.0.0.1","process":1,"server_name":"x"}"#,
      // Left by a process that has ended: no process has this id.
      #"{"address":"http://127.0.0.1:4711","process":2147483647,"server_name":"x"}"#,
      #"{"address":"http://127.0.0.1:4711","process":-1,"server_name":"x"}"#,
    ])
  func hostile(text: String) throws {
    try withFolder { folder in
      try write(text, to: "lock")
      let file = open(path + "/lock", O_RDWR)
      defer { close(file) }
      #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
      #expect(folder.state() == .starting)
    }
  }

  @Test("the token is the first line of its file")
  func token() throws {
    try withFolder { folder in
      #expect(folder.registrationToken() == nil)
      let token = String(repeating: "x", count: 43)
      try write(token + "\n", to: "registration-token")
      #expect(folder.registrationToken() == token)
      try write("\n", to: "registration-token")
      #expect(folder.registrationToken() == nil)
    }
  }

  @Test("the server runs on the folders given to this program")
  func command() throws {
    let given = try Directories(dataDirectory: "/given")
    #expect(given.homeserver == "/given/data/homeserver")
    let command = ServerLauncher.Command.thisProgram(given)
    #expect(command.path == "/proc/self/exe")
    #expect(command.arguments(4711) == ["serve", "--port", "4711", "--data-dir", "/given"])

    let xdg = try Directories(dataDirectory: nil)
    #expect(xdg.homeserver == xdg.data + "/homeserver")
    #expect(ServerLauncher.Command.thisProgram(xdg).arguments(0) == ["serve", "--port", "0"])
  }
}
