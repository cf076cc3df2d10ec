import ArgumentParser
import Controllers
import Signals

/// `chat-tui login`: signs in by password and stores the session.
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in with a password and store the session.")

  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("The server: a name or an address.", valueName: "url"))
  var homeserver: String?

  @Option(help: ArgumentHelp("The user ID, for example @ada:example.org.", valueName: "id"))
  var user: String

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp(
      "Read the password from the first line of this file, or from standard input for '-'. "
        + "Without it, chat-tui asks for the password.", valueName: "file"))
  var passwordFile: String?

  func validate() throws {
    guard homeserver != nil || user.contains(":") else {
      throw ValidationError("give --homeserver, or a full user ID such as @ada:example.org")
    }
  }

  func run() throws {
    let password = try Password.read(from: passwordFile)
    let directories = try common.directories()
    let credentials = Credentials(
      server: homeserver ?? user, user: user, password: password)
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      guard let session = try await composition.sessions.signIn(credentials).first() else { return }
      Output.line("signed in as \(session.userID) on \(session.server)")
    }
  }
}
