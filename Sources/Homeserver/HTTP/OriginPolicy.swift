import HTTPTypes

/// Keeps web pages away from a server that listens only on this machine.
///
/// A web page can make the browser send requests to loopback addresses: directly, which shows in
/// `Origin`, or through its own host name that resolves to this machine, which shows in `Host`.
struct OriginPolicy: Sendable {
  /// Whether `Host` must name this machine: true unless the server also listens to other machines.
  ///
  /// Any port is valid: the name alone gives a web page away, and a forwarded port (`ssh -L`) differs.
  let needsLoopback: Bool
  /// The origins of the web clients that may use the server.
  let allowed: Set<String>

  /// Checks the origin of a request.
  ///
  /// - Returns: The origin of a web client that needs permission in the response; nil if none does.
  /// - Throws: A refusal of a request without a host or from a forbidden origin.
  func check(_ request: HTTPRequest) throws(MatrixError) -> String? {
    guard let host = request.authority,
      !request.headerFields.contains(where: { $0.name.canonicalName == "host" })
    else {
      throw MatrixError(400, "M_UNKNOWN", "a request needs exactly one Host field")
    }
    if needsLoopback, !Self.isLoopback(host) {
      throw MatrixError.forbidden("the Host field must name a loopback address of this server")
    }
    guard let origin = request.headerFields[.origin] else { return nil }
    if allowed.contains(origin) { return origin }
    guard origin.lowercased() == "http://" + host.lowercased() else {
      throw MatrixError.forbidden("this server refuses requests from the pages of other sites")
    }
    return nil
  }

  /// Whether `name`, `name:port` or `[address]:port` names this machine.
  static func isLoopback(_ host: String) -> Bool {
    guard let name = name(in: host[...]) else { return false }
    return name == "[::1]" || name != "::1" && HomeserverOptions.isLoopback(name.lowercased())
  }

  /// The part before the port, if there is one; nil for an invalid port.
  fileprivate static func name(in host: Substring) -> Substring? {
    guard let colon = host.lastIndex(of: ":"), host[colon...].firstIndex(of: "]") == nil else {
      return host
    }
    let port = host[host.index(after: colon)...]
    guard port.utf8.allSatisfy(\.isASCIIDigit), UInt16(port) != nil else { return nil }
    return host[..<colon]
  }
}

extension HomeserverOptions {
  /// Whether a text is an origin as browsers send it: `scheme://host:port`.
  ///
  /// Source: RFC 6454, section 6.2. `null` is invalid, because every opaque origin is called so.
  public static func isOrigin(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
      let host = OriginPolicy.name(in: text[colon...].dropFirst(3))
    else { return false }
    return consists(text[..<colon], of: "+-.") && consists(host, of: "-._:[]")
  }

  private static func consists(_ text: Substring, of marks: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte.isASCIIDigit
          || marks.utf8.contains(byte)
      }
  }
}
