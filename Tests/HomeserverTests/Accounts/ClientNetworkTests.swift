import Testing

@testable import Homeserver

@Suite("Networks of clients")
struct ClientNetworkTests {
  @Test(
    "All loopback addresses are this machine",
    arguments: ["127.0.0.1", "127.255.3.9", "::1", "::ffff:127.0.0.1", "::FFFF:127.1.2.3"])
  func loopback(address: String) {
    #expect(ClientNetwork(address).isThisMachine)
    #expect(ClientNetwork(address) == ClientNetwork("127.0.0.1"))
  }

  @Test(
    "Other addresses are not this machine",
    arguments: ["128.0.0.1", "10.0.0.127", "::2", "::ffff:10.0.0.1", "", "x", "127.0.0"])
  func others(address: String) {
    #expect(!ClientNetwork(address).isThisMachine)
    #expect(ClientNetwork(address) != ClientNetwork("127.0.0.1"))
  }

  @Test("An IPv6 network counts as one, and each IPv4 address by itself, mapped or not")
  func networks() {
    #expect(ClientNetwork("2001:db8:1:2::3") == ClientNetwork("2001:db8:1:2:ffff::9"))
    #expect(ClientNetwork("2001:db8:1:2::3") != ClientNetwork("2001:db8:1:3::3"))
    #expect(ClientNetwork("10.0.0.1") != ClientNetwork("10.0.0.2"))
    #expect(ClientNetwork("::ffff:10.0.0.1") == ClientNetwork("10.0.0.1"))
  }
}
