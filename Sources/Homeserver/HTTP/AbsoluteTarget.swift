import NIOHTTP1

/// A target that names its host, as clients send it to proxies.
///
/// Source: RFC 9112, section 3.2.2: the host of the target counts, not the one beside it.
struct AbsoluteTarget {
  let authority: Substring
  /// The path and the query.
  let path: String

  /// nil for what is no address of this protocol.
  init?(_ text: String) {
    let scheme = "http://"
    guard text.utf8.count > scheme.utf8.count, text.prefix(scheme.count).lowercased() == scheme
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    authority = rest[..<end]
    guard !authority.isEmpty else { return nil }
    path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
  }
}

extension HTTPRequestHead {
  /// The same with a target that is a path, and the host that it was meant for.
  var withPlainTarget: HTTPRequestHead {
    guard uri.utf8.first != UInt8(ascii: "/"), method != .CONNECT else { return self }
    var head = self
    // A request has one Host all the same; without it, or with two, it is refused.
    guard let target = AbsoluteTarget(uri), headers["Host"].count == 1 else {
      head.uri = "*"
      return head
    }
    head.uri = target.path
    head.headers.replaceOrAdd(name: "Host", value: String(target.authority))
    return head
  }
}
