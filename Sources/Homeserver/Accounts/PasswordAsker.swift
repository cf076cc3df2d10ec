/// Who shows a password: tries are queued and counted apart from those of others, so that another
/// user's guesses never keep the owner's new device out.
///
/// On this machine it is the user that the client's socket belongs to. A forwarder (`sshd`, a proxy)
/// counts as itself, and clients whose user is not found share one place.
struct PasswordAsker: Hashable, Sendable {
  let network: ClientNetwork
  /// The number of a user of this machine; nil for other machines, and when it is not found.
  var machineUser: UInt32?

  /// Nobody in particular.
  static let unknown = Self(network: ClientNetwork("127.0.0.1"))
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
