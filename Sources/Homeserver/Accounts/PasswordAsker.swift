/// The origin of a password attempt.
///
/// Attempts are queued and counted per origin, so that another user's guesses never keep the owner's
/// new device out.
///
/// On this machine it is the user who owns the client's socket. A forwarder (`sshd`, a proxy) counts
/// as itself, and clients whose user is not found share one origin.
struct PasswordAsker: Hashable, Sendable {
  let network: ClientNetwork
  /// The uid on this machine; nil for other machines, and if it is not found.
  var machineUser: UInt32?
}

extension Request {
  var passwordAsker: PasswordAsker {
    get async {
      let network = ClientNetwork(remoteAddress)
      return PasswordAsker(
        network: network, machineUser: network.isThisMachine ? await machineUser() : nil)
    }
  }
}
