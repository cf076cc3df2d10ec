import Controllers
import Models
import Signals

/// Registers an account on this machine's server; keeps no state.
struct LocalRegistration: Sendable {
  let host: any LocalServerHost
  let transport: any HTTPTransport
  let scheduler: any Scheduler

  /// Returns the user id of the new account.
  ///
  /// Fails with `.refused` and `M_USER_IN_USE` when the name is taken.
  func run(
    name: String, password: Secret<String>, on address: ServerAddress
  ) async throws(RequestError) -> UserID {
    let sender = RequestSender(server: address, transport: transport, scheduler: scheduler)
    let account = NewAccount(name: name, password: password, token: host.registrationToken())
    return try await RegistrationRequests(sender, for: .signUp).register(account)
  }
}
