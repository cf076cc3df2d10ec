import Glibc
import NIOCore
import NIOPosix

/// Finds the local user who owns a client's socket.
///
/// The system's tables have a row for each socket: its own address, the peer's address, and the user
/// who created it. Source: proc_net_tcp.rst of Linux.
enum SocketOwner {
  /// The part of a table that is read, in bytes: about 400,000 sockets.
  private static let longestTable = 64 << 20
  /// Rows have 150 bytes; a line of this length is not a row.
  private static let longestRow = 512

  /// The id of the user; nil when there is no row, as for a socket that is closed already.
  static func find(client: SocketAddress?, server: SocketAddress?) async -> UInt32? {
    guard let client = client.flatMap(Names.init), let server = server.flatMap(Names.init) else {
      return nil
    }
    return try? await NIOThreadPool.singleton.runIfActive {
      if let own = client.v4, let other = server.v4,
        let user = find("/proc/net/tcp", Row(own: own, other: other))
      {
        return user
      }
      // IPv6 sockets are listed here, even if their connection uses IPv4.
      return find("/proc/net/tcp6", Row(own: client.v6, other: server.v6))
    }
  }

  private static func find(_ table: String, _ row: Row) -> UInt32? {
    let file = open(table, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var rest: [UInt8] = []
    var size = 0
    while size < longestTable {
      let count = read(file, &piece, piece.count)
      guard count > 0 else { break }
      size += count
      if let user = row.user(in: piece[..<count], behind: &rest) { return user }
    }
    return nil
  }

  /// The row to find.
  struct Row {
    let own: String
    let other: String

    /// The user in the row, if a piece of a table contains it.
    ///
    /// - Parameter rest: The start of a row that the previous piece cut.
    func user(in piece: ArraySlice<UInt8>, behind rest: inout [UInt8]) -> UInt32? {
      var lines = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let cut = lines.removeLast()
      if let first = lines.first {
        if let user = user(of: rest + first) { return user }
        rest = []
      }
      for line in lines.dropFirst() {
        if let user = user(of: line) { return user }
      }
      rest = Array((rest + cut).prefix(SocketOwner.longestRow))
      return nil
    }

    /// The user of a row: `number own other state queues timer retransmits user timeout inode`.
    private func user(of line: some Collection<UInt8>) -> UInt32? {
      guard line.count < SocketOwner.longestRow else { return nil }
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
      // A socket that its process has closed has no inode and shows a wrong user.
      guard words.count > 9, words[1].elementsEqual(own.utf8), words[2].elementsEqual(other.utf8),
        !words[9].elementsEqual("0".utf8)
      else { return nil }
      return UInt32(String(decoding: words[7], as: UTF8.self))
    }
  }

  /// An address as the tables write it: hexadecimal words in the machine's byte order, then the port.
  struct Names {
    /// In the IPv4 table.
    let v4: String?
    /// In the IPv6 table, which maps IPv4 addresses.
    let v6: String

    init?(_ address: SocketAddress) {
      guard let ip = address.ipAddress.flatMap(IPAddress.init), let port = address.port else {
        return nil
      }
      let words = ip.bytes.withUnsafeBytes { bytes in
        stride(from: 0, to: 16, by: 4).map {
          bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
        }
      }.map { Self.digits($0, 8) }
      let end = ":" + Self.digits(UInt32(port), 4)
      v4 = ip.isIPv4 ? words[3] + end : nil
      v6 = words.joined() + end
    }

    private static func digits(_ number: UInt32, _ count: Int) -> String {
      let text = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: count - text.count) + text
    }
  }
}
