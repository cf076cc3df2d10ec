/// Whose attempts are counted and queued together: the id of the user of this machine who owns the
/// client's socket.
///
/// So another user's guesses never keep the owner's new device out. A forwarder (`sshd`, a proxy)
/// counts as itself. Nil stands for all clients whose user is not found.
typealias Asker = UInt32?
