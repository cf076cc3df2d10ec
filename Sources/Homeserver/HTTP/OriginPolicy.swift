import HTTPTypes

/// Keeps web pages away from a server that listens on this machine alone.
///
/// A page that somebody opens can make the browser send requests to loopback addresses: directly,
/// which names the page's `Origin`, or by letting a name of its own point here, which shows in
/// `Host`.
struct OriginPolicy: Sendable {
  /// The port that clients have to name; nil when any host may be named, because the server
  /// listens to other machines too.
  let loopbackPort: Int?
  let allowsCrossOrigin: Bool

  /// - Throws: A refusal when a request has no host or comes from where it must not.
  func check(_ request: HTTPRequest) throws(MatrixError) {
    guard let host = request.authority,
      !request.headerFields.contains(where: { $0.name.canonicalName == "host" })
    else {
      throw MatrixError(400, "M_UNKNOWN", "a request needs one Host")
    }
    if let loopbackPort, !Self.isLoopback(host, port: loopbackPort) {
      throw MatrixError.forbidden("this server goes by the name of its own address only")
    }
    guard !allowsCrossOrigin, let origin = request.headerFields[.origin] else { return }
    guard origin.lowercased() == "http://" + host.lowercased() else {
      throw MatrixError.forbidden("this server serves no other site's pages")
    }
  }

  /// Whether `name:port` or `[address]:port` names this machine and that port.
  static func isLoopback(_ host: String, port: Int) -> Bool {
    var name = host[...]
    var named = 80
    if let colon = host.lastIndex(of: ":"), host[colon...].firstIndex(of: "]") == nil {
      let digits = host[host.index(after: colon)...]
      guard let number = Int(digits), digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
        return false
      }
      named = number
      name = host[..<colon]
    }
    guard named == port else { return false }
    if name.lowercased() == "localhost" || name == "[::1]" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } && UInt8($0) != nil }
  }
}
