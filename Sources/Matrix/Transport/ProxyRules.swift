/// Chooses the proxy of a request from the environment, like curl(1).
struct ProxyRules {
  let environment: [String: String]

  /// The proxy's address, or an empty text.
  ///
  /// Requests to this machine are always direct: a proxy would see its server's token in the clear.
  func proxy(for origin: HTTPOrigin) -> String {
    guard !origin.isLoopback else { return "" }
    let own = origin.scheme == .https ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return first(own + ["all_proxy", "ALL_PROXY"])
  }

  /// The hosts that are contacted directly, separated by commas.
  var exceptions: String { first(["no_proxy", "NO_PROXY"]) }

  private func first(_ names: [String]) -> String {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
