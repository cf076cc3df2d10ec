/// The names of the machine that the program runs on.
package enum Loopback {
  /// Whether a host, in lower case and without brackets, is this machine whatever a resolver says:
  /// `localhost`, `127.0.0.0/8` or `::1`.
  package static func isHost(_ host: some StringProtocol) -> Bool {
    if host == "::1" || host == "localhost" { return true }
    // Numbers only: anything else is a name, which may lead anywhere.
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}
