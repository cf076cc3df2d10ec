import Glibc
import NIOCore
import Testing

@testable import Homeserver

@Suite("Owners of sockets")
struct SocketOwnerTests {
  /// As Linux wrote it: uid 1000 owns the client's end of the first connection; in the second the
  /// client has closed its end.
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:1F48 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 8 1
       1: 0100007F:1F48 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1001        0 11 1
       2: 0100007F:9C40 0100007F:1F48 01 00000000:00000000 02:000004A9 00000000  1000        0 12 2
       3: 0100007F:9C41 0100007F:1F48 06 00000000:00000000 03:00001777 00000000     0        0 0 3
       4: 0200007F:9C40 0100007F:1F48 01 00000000:00000000 00:00000000 00000000  1002        0 13 2

    """

  private static func name(_ address: String, _ port: Int) throws -> SocketNames {
    try #require(SocketNames(SocketAddress(ipAddress: address, port: port)))
  }

  private static func user(
    _ address: String, _ port: Int, in text: String, pieces size: Int = .max
  ) throws -> UInt32? {
    let row = Array(
      "\(try name(address, port).v4 ?? "") \(try name("127.0.0.1", 8008).v4 ?? "")".utf8)
    var table = SocketTable(wanted: [row])
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      table.take(bytes.prefix(size))
      #expect(table.rest.count <= 512)
      bytes = bytes.dropFirst(size)
    }
    return table.users[row]
  }

  @Test("Addresses have the form of the system tables")
  func names() throws {
    #expect(try Self.name("127.0.0.1", 8008).v4 == "0100007F:1F48")
    #expect(
      try Self.name("127.0.0.1", 8008).v6 == "0000000000000000FFFF00000100007F:1F48")
    #expect(try Self.name("::ffff:127.0.0.1", 80).v4 == "0100007F:0050")
    #expect(try Self.name("::1", 80).v4 == nil)
    #expect(try Self.name("::1", 80).v6 == "00000000000000000000000001000000:0050")
  }

  @Test(
    "The owner of the client's end is found wherever the table is cut",
    arguments: [1, 7, 100, 511, .max])
  func finds(size: Int) throws {
    #expect(try Self.user("127.0.0.1", 40000, in: Self.table, pieces: size) == 1000)
    #expect(try Self.user("127.0.0.2", 40000, in: Self.table, pieces: size) == 1002)
  }

  @Test("A closed socket, which the table lists under uid 0, has no owner, nor has an unknown one")
  func unknown() throws {
    #expect(try Self.user("127.0.0.1", 40001, in: Self.table) == nil)
    #expect(try Self.user("127.0.0.1", 40002, in: Self.table) == nil)
  }

  @Test(
    "Malformed rows are skipped",
    arguments: [
      "", "\n\n\n", "2: 0100007F:9C40 0100007F:1F48\n",
      "a 0100007F:9C40 0100007F:1F48 c d e f -1 0 9\n",
      "a 0100007F:9C40 0100007F:1F48 c d e f 99999999999 0 9\n",
      "a 0100007F:9C40 0100007F:1F48 c d e f 1000 0 9",
      String(repeating: "x", count: 100_000) + "a 0100007F:9C40 0100007F:1F48 c d e f 1 0 9\n",
      String(repeating: "\0", count: 5000),
    ])
  func odd(text: String) throws {
    #expect(try Self.user("127.0.0.1", 40000, in: text, pieces: 4096) == nil)
    // The right row after them is found.
    #expect(try Self.user("127.0.0.1", 40000, in: text + "\n" + Self.table, pieces: 4096) == 1000)
  }

  @Test(
    "The owner of a real socket is found",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("127.0.0.1", "::ffff:127.0.0.1"), ("::1", "::1"),
      ("::", "127.0.0.1"), ("::", "::ffff:127.0.0.1"),
    ])
  func real(server: String, client: String) async throws {
    let pair = try SocketPair(server: server, client: client)
    let found = await SocketOwner.shared.find(client: pair.peer, server: pair.own)
    #expect(found == getuid())
    // The addresses of another connection find no row.
    let other = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
    #expect(await SocketOwner.shared.find(client: other, server: pair.own) == nil)
    pair.closeClient()
    #expect(await SocketOwner.shared.find(client: pair.peer, server: pair.own) == nil)
  }

  @Test("Many searches at once share scans and find their own sockets")
  func shares() async throws {
    let pair = try SocketPair(server: "127.0.0.1", client: "127.0.0.1")
    let (client, server) = (pair.peer, pair.own)
    let other = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<500 {
        group.addTask {
          let isReal = number % 2 == 0
          let found = await SocketOwner.shared.find(
            client: isReal ? client : other, server: server)
          return found == (isReal ? getuid() : nil)
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("A handler learns the local user of the client")
  func handler() async throws {
    try await HTTPStage.run { stage in
      let client = try await stage.client()
      try await client.send(stage.request("GET", "/owner"))
      #expect(try await client.response().text == String(getuid()))
    }
  }
}

/// The two ends of a connection on this machine.
private final class SocketPair {
  private let listener: Int32
  private let client: Int32
  private let accepted: Int32
  /// The addresses as the server sees them.
  let own: SocketAddress
  let peer: SocketAddress

  init(server: String, client: String) throws {
    let listener = try Self.socket(server)
    try Self.call(bind, listener, SocketAddress(ipAddress: server, port: 0))
    try Self.check(listen(listener, 1))
    let port = try Self.address(of: listener, getsockname).port ?? 0
    let client = try (descriptor: Self.socket(client), ip: client)
    try Self.call(connect, client.descriptor, SocketAddress(ipAddress: client.ip, port: port))
    let accepted = accept(listener, nil, nil)
    try Self.check(accepted)
    own = try Self.address(of: accepted, getsockname)
    peer = try Self.address(of: accepted, getpeername)
    self.listener = listener
    self.client = client.descriptor
    self.accepted = accepted
  }

  deinit {
    for descriptor in [listener, client, accepted] { close(descriptor) }
  }

  /// The descriptor stays in use until the end of this object.
  func closeClient() {
    let null = open("/dev/null", O_RDONLY)
    dup2(null, client)
    close(null)
  }

  private static func check(_ result: Int32) throws {
    let reason = String(cString: strerror(errno))
    try #require(result >= 0, "\(reason)")
  }

  private static func socket(_ address: String) throws -> Int32 {
    let family = address.contains(":") ? AF_INET6 : AF_INET
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    try check(descriptor)
    return descriptor
  }

  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
    _ address: SocketAddress
  ) throws {
    let result = address.withSockAddr { function(descriptor, $0, socklen_t($1)) }
    try check(result)
  }

  private static func address(
    of descriptor: Int32,
    _ get: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) throws -> SocketAddress {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { get(descriptor, $0, &length) }
    }
    try check(result)
    // The port has the same offset in both kinds, and the address follows it.
    let bytes = withUnsafeBytes(of: storage) { Array($0) }
    let port = Int(bytes[2]) << 8 | Int(bytes[3])
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let isNew = Int32(storage.ss_family) == AF_INET6
    _ = bytes[(isNew ? 8 : 4)...].withUnsafeBytes {
      inet_ntop(isNew ? AF_INET6 : AF_INET, $0.baseAddress, &text, socklen_t(text.count))
    }
    let ip = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return try SocketAddress(ipAddress: ip, port: port)
  }
}
