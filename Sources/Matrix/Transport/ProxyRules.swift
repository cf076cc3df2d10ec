import Glibc

/// Chooses the proxy of a request from the environment, like curl(1).
struct ProxyRules {
  let environment: [String: String]

  private static let proxies = (
    https: ["https_proxy", "HTTPS_PROXY"], http: ["http_proxy"], all: ["all_proxy", "ALL_PROXY"]
  )
  private static let noProxy = ["no_proxy", "NO_PROXY"]

  /// The variables of the process that matter here; to read all of them takes a start a hundred times as
  /// long.
  static func environment() -> [String: String] {
    let names = proxies.https + proxies.http + proxies.all + noProxy
    let values = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
    return Dictionary(uniqueKeysWithValues: values)
  }

  /// The proxy's address, or an empty text.
  ///
  /// Requests to this machine are always direct: a proxy would see its server's token in the clear.
  func proxy(for origin: HTTPOrigin) -> String {
    guard !origin.isLoopback else { return "" }
    let own = origin.scheme == .https ? Self.proxies.https : Self.proxies.http
    return first(own + Self.proxies.all)
  }

  /// The hosts that are contacted directly, separated by commas.
  var exceptions: String { first(Self.noProxy) }

  private func first(_ names: [String]) -> String {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
