import NIOCore

/// Finds the local users who own clients' sockets.
///
/// One scan of the system's tables serves every request that waits for it. Otherwise another user of
/// the machine could open many sockets and send many requests, and each request would wait for the
/// scans of all earlier ones.
final class SocketOwner: Sendable {
  static let shared = SocketOwner()

  private struct Search: Sendable {
    let client: SocketNames
    let server: SocketNames
    let continuation: CheckedContinuation<UInt32?, Never>
  }

  private let searches = BatchQueue<Search>(label: "homeserver.sockets")

  /// The id of the user; nil if there is no row, as for a socket that is closed already.
  func find(client: SocketAddress?, server: SocketAddress?) async -> UInt32? {
    guard let client = client.flatMap(SocketNames.init),
      let server = server.flatMap(SocketNames.init)
    else { return nil }
    return await withCheckedContinuation { continuation in
      searches.add(Search(client: client, server: server, continuation: continuation)) {
        Self.scan(for: $0)
      }
    }
  }

  private static func scan(for searches: [Search]) {
    let old = SocketTable.scan(
      "/proc/net/tcp", for: searches.compactMap { row($0.client.v4, $0.server.v4) })
    // IPv6 sockets are listed here, even if their connection uses IPv4.
    let new = SocketTable.scan(
      "/proc/net/tcp6", for: searches.compactMap { row($0.client.v6, $0.server.v6) })
    for search in searches {
      let user =
        row(search.client.v4, search.server.v4).flatMap { old[$0] }
        ?? row(search.client.v6, search.server.v6).flatMap { new[$0] }
      search.continuation.resume(returning: user)
    }
  }

  private static func row(_ own: String?, _ other: String?) -> SocketTable.Row? {
    guard let own, let other else { return nil }
    return Array("\(own) \(other)".utf8)
  }
}
