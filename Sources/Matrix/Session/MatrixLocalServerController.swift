package import Controllers
import Models
package import Signals

/// The chat on this machine: starts the server, makes accounts on it, and signs in to them like any
/// other account.
///
/// Files, processes and requests are handled off the main thread; the properties change on it.
@MainActor
package final class MatrixLocalServerController: LocalServerController {
  package var accounts: Property<[LocalAccount]> { known }

  private let known = MutableProperty<[LocalAccount]>([])
  private let sessions: MatrixSessionController
  private let host: any LocalServerHost
  private let maker: LocalAccountMaker

  /// - Parameters:
  ///  - sessions: Signs in; it must know the same host.
  ///  - host: Finds and starts the server.
  ///  - dataDirectory: The folder that keeps the passwords: an absolute path.
  ///  - transport: Sends all requests.
  ///  - scheduler: The clock for waits and back-offs.
  package init(
    sessions: MatrixSessionController, host: any LocalServerHost, dataDirectory: String,
    transport: any HTTPTransport, scheduler: any Scheduler
  ) {
    self.sessions = sessions
    self.host = host
    maker = LocalAccountMaker(
      dataDirectory: dataDirectory,
      registration: LocalRegistration(host: host, transport: transport, scheduler: scheduler))
  }

  package func load() -> Signal<[LocalAccount], RequestError> {
    Signal.from { [self, maker] () async throws(RequestError) -> [LocalAccount] in
      let accounts = try maker.accounts()
      await show(accounts)
      return accounts
    }
  }

  package func signUp(name: String) -> Signal<LocalSignUp, RequestError> {
    Signal { [self] observer in
      let task = Task {
        do throws(RequestError) {
          observer.send(.signedIn(try await session(of: name) { observer.send($0) }))
          observer.complete()
        } catch {
          observer.fail(error)
        }
      }
      return AnyDisposable { task.cancel() }
    }
  }

  private nonisolated func session(
    of name: String, step: @Sendable (LocalSignUp) -> Void
  ) async throws(RequestError) -> Session {
    guard LocalName.isValid(name) else {
      throw RequestError(operation: .signUp, reason: .invalidInput(name))
    }
    step(.startingServer)
    let server = try await host.start()
    if let session = try await sessions.resume(name, on: server) { return session }
    let known = try maker.entry(of: name)
    if let known, known.isMade {
      step(.signingIn)
      do {
        return try await signIn(known, on: server)
      } catch  where error.isWrongPassword {
        // The server's data may have been removed: make the account anew.
      }
    }
    step(.makingAccount)
    let entry = try await maker.make(name, on: server, after: known)
    step(.signingIn)
    return try await confirmed(entry, on: server)
  }

  /// Signs in to an account made just now, or by an earlier attempt whose response was lost.
  private nonisolated func confirmed(
    _ entry: LocalAccountEntry, on server: LocalServer
  ) async throws(RequestError) -> Session {
    do {
      let session = try await signIn(entry, on: server)
      if !entry.isMade { try? await maker.confirm(entry) }
      return session
    } catch  where error.isWrongPassword && !entry.isMade {
      try? await maker.forget(entry)
      throw LocalAccountMaker.taken
    } catch  where error.isWrongPassword {
      throw RequestError(
        operation: .signUp, reason: .refused, status: error.status, code: error.code)
    }
  }

  private nonisolated func signIn(
    _ entry: LocalAccountEntry, on server: LocalServer
  ) async throws(RequestError) -> Session {
    let credentials = Credentials(
      server: server.address.description, user: String(entry.userID.localpart),
      password: Secret(entry.password))
    guard let session = try await sessions.signIn(credentials).first() else {
      throw RequestError(operation: .signIn, reason: .cancelled)
    }
    if let accounts = try? maker.accounts() { await show(accounts) }
    return session
  }

  private func show(_ accounts: [LocalAccount]) {
    known.value = accounts
  }
}

extension RequestError {
  /// True when the server rejects the password or does not know the user.
  fileprivate var isWrongPassword: Bool {
    operation == .signIn && reason == .refused && status == 403
  }
}
