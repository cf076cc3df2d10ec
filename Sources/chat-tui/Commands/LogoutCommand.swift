import ArgumentParser
import Controllers
import Signals
import ViewModels

/// `chat-tui logout`: ends the stored session locally and on the server.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "End the stored session, here and on the server.")

  @OptionGroup var common: CommonOptions
  @OptionGroup var account: AccountOption

  func run() throws {
    let directories = try common.directories()
    let account = account
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      let session = try await composition.restoredSession(of: account)
      do {
        _ = try await composition.sessions.signOut(session.id).first()
      } catch let error as RequestError {
        throw CommandFailure(
          message: "signed out here, but not on the server: \(ErrorSentences.text(error))")
      }
      Output.line("signed out \(session.userID)")
    }
  }
}
