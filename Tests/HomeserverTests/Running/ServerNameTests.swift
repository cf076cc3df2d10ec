import Testing

@testable import Homeserver

@Suite("Names of servers")
struct ServerNameTests {
  @Test(
    "Hosts are converted to lower case",
    arguments: [
      ("localhost", "localhost"), ("LOCALHOST", "localhost"),
      ("Chat.Example.ORG", "chat.example.org"),
      ("a-b.example:8448", "a-b.example:8448"), ("x:1", "x:1"), ("x:65535", "x:65535"),
      ("127.0.0.1", "127.0.0.1"), ("10.0.0.1:8008", "10.0.0.1:8008"), ("[::1]", "[::1]"),
      ("[FE80::1]:8008", "[fe80::1]:8008"),
    ])
  func valid(text: String, name: String) throws {
    #expect(try ServerName.normalized(text) == name)
  }

  @Test(
    "An impossible host is refused with the reason",
    arguments: [
      ("", "letters"), ("..", "letters"), ("-", "letters"), ("a..b", "letters"), (".a", "letters"),
      ("a.", "letters"), ("-a", "letters"), ("a-", "letters"), ("a_b", "letters"),
      ("a b", "letters"), ("caf\u{E9}", "letters"), ("a\u{0}b", "letters"), ("a/b", "letters"),
      ("foo:99999999", "port"), ("foo:65536", "port"), ("foo:0", "port"), ("foo:", "port"),
      ("foo:+1", "port"), ("::1", "letters"), ("[::1", "letters"), ("[1.2.3.4]", "IPv6"),
      ("[]", "IPv6"), ("1.2.3", "IPv4"), ("1.2.3.256", "IPv4"), ("1234", "IPv4"),
    ])
  func invalid(text: String, reason: String) {
    let error = #expect(throws: HomeserverError.self) { try ServerName.normalized(text) }
    #expect(error?.description.contains(reason) == true, "\(error.map(\.description) ?? "")")
  }

  @Test("A name has at most 230 bytes, and a part of it 63")
  func lengths() throws {
    let part = String(repeating: "a", count: 63)
    #expect(try ServerName.normalized(part) == part)
    #expect(throws: HomeserverError.self) { try ServerName.normalized(part + "a") }
    let long = Array(repeating: part, count: 4).joined(separator: ".")
    #expect(throws: HomeserverError.self) { try ServerName.normalized(long) }
  }

  @Test("Data with the same name in another spelling are found")
  func stored() async throws {
    let room = DataRoom()
    var options = room.options
    options.serverName = "Chat.Example"
    _ = try Homeserver(options)
    options.serverName = "CHAT.example"
    _ = try Homeserver(options)
    options.serverName = nil
    #expect(try Homeserver(options).rooms.configuration.serverName == "chat.example")
  }
}
