import HTTPTypes

/// Keeps web pages away from a server that listens on this machine alone.
///
/// A page that somebody opens can make the browser send requests to loopback addresses: directly,
/// which names the page's `Origin`, or by letting a name of its own point here, which shows in
/// `Host`.
struct OriginPolicy: Sendable {
  /// Whether clients have to name this machine; not so when the server listens to others too.
  ///
  /// Any port will do: a name that a page lets point here is not one of this machine, and what
  /// forwards a port (`ssh -L`) has one of its own.
  let needsLoopback: Bool
  /// The origins of web clients that may use the server.
  let allowed: Set<String>

  /// Checks where a request comes from.
  ///
  /// - Returns: The origin of the web client that has to be told that it may; nil when none has.
  /// - Throws: A refusal when a request has no host or comes from where it must not.
  func check(_ request: HTTPRequest) throws(MatrixError) -> String? {
    guard let host = request.authority,
      !request.headerFields.contains(where: { $0.name.canonicalName == "host" })
    else {
      throw MatrixError(400, "M_UNKNOWN", "a request needs one Host")
    }
    if needsLoopback, !Self.isLoopback(host) {
      throw MatrixError.forbidden("this server goes by the name of its own address only")
    }
    guard let origin = request.headerFields[.origin] else { return nil }
    if allowed.contains(origin) { return origin }
    guard origin.lowercased() == "http://" + host.lowercased() else {
      throw MatrixError.forbidden("this server serves no other site's pages")
    }
    return nil
  }

  /// Whether `name`, `name:port` or `[address]:port` names this machine.
  static func isLoopback(_ host: String) -> Bool {
    guard let name = name(in: host[...]) else { return false }
    return name == "[::1]" || name != "::1" && HomeserverOptions.isLoopback(name.lowercased())
  }

  /// What stands before the port, if there is one; nil for a port that is none.
  fileprivate static func name(in host: Substring) -> Substring? {
    guard let colon = host.lastIndex(of: ":"), host[colon...].firstIndex(of: "]") == nil else {
      return host
    }
    let port = host[host.index(after: colon)...]
    guard port.utf8.allSatisfy({ (48...57).contains($0) }), UInt16(port) != nil else { return nil }
    return host[..<colon]
  }
}

extension HomeserverOptions {
  /// Whether a text has the form in which browsers name where a page is from: `scheme://host:port`.
  ///
  /// Source: RFC 6454, section 6.2; the opaque `null` is every page's, and so is nobody's name.
  public static func isOrigin(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
      let host = OriginPolicy.name(in: text[colon...].dropFirst(3))
    else { return false }
    return consists(text[..<colon], of: "+-.") && consists(host, of: "-._:[]")
  }

  private static func consists(_ text: Substring, of marks: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || marks.utf8.contains(byte)
      }
  }
}
