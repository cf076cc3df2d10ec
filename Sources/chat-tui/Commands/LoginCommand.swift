import ArgumentParser
import Controllers
import Signals

/// `chat-tui login`: signs in by a password, a token or a web page, and stores the session.
struct LoginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in with a password, a token or a browser, and store the session.")

  @OptionGroup var common: CommonOptions

  @Option(help: ArgumentHelp("The server: a name or an address.", valueName: "url"))
  var homeserver: String?

  @Option(help: ArgumentHelp("The user ID, for example @ada:example.org.", valueName: "id"))
  var user: String?

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp(
      "Read the password from the first line of this file, or from standard input for '-'. "
        + "Without it, chat-tui asks for the password.", valueName: "file"))
  var passwordFile: String?

  @Option(
    name: .customLong("token-file"),
    help: ArgumentHelp(
      "Sign in with the access token of a session that exists: the first line of this file, or of standard "
        + "input for '-'.", valueName: "file"))
  var tokenFile: String?

  @Option(
    name: .customLong("login-token-file"),
    help: ArgumentHelp(
      "Sign in with a token that another device or a web page has given for one sign-in; as above.",
      valueName: "file"))
  var loginTokenFile: String?

  @Flag(
    help:
      "Sign in by a web page, whose address is printed; it waits ten minutes for what a browser does there."
  )
  var browser = false

  @Option(
    help: ArgumentHelp(
      "Which of the server's identity providers the page is of, by its name or ID.",
      valueName: "name"))
  var provider: String?

  func validate() throws {
    let files = [passwordFile, tokenFile, loginTokenFile].compactMap { $0 }
    guard provider == nil || browser else { throw ValidationError("--provider needs --browser") }
    if browser {
      guard files.isEmpty else { throw ValidationError("--browser takes no password and no token") }
      guard homeserver != nil || user?.contains(":") == true else {
        throw ValidationError("give --homeserver, or a full user ID such as @ada:example.org")
      }
      return
    }
    guard files.count <= 1 else {
      throw ValidationError("give one of --password-file, --token-file and --login-token-file")
    }
    if tokenFile != nil || loginTokenFile != nil {
      guard user == nil else { throw ValidationError("a token tells who signs in: give no --user") }
      guard homeserver != nil else { throw ValidationError("give --homeserver") }
    } else {
      guard let user else { throw ValidationError("give --user, or a token") }
      guard homeserver != nil || user.contains(":") else {
        throw ValidationError("give --homeserver, or a full user ID such as @ada:example.org")
      }
    }
  }

  func run() throws {
    if browser { return try runBrowser() }
    let credentials = Credentials(server: homeserver ?? user ?? "", proof: try proof())
    let directories = try common.directories()
    Blocking.run { @MainActor in
      let composition = Composition.forCommand(directories)
      guard let session = try await composition.sessions.signIn(credentials).first() else { return }
      Output.line("signed in as \(session.userID) on \(session.server)")
    }
  }

  private func runBrowser() throws {
    let (server, provider, directories) = (
      homeserver ?? user ?? "", provider, try common.directories()
    )
    Blocking.run(deadlineSeconds: BrowserLogin.mostSeconds) { @MainActor in
      let login = BrowserLogin(sessions: Composition.forCommand(directories).sessions)
      let session = try await login.run(on: server, provider: provider)
      Output.line("signed in as \(session.userID) on \(session.server)")
    }
  }

  private func proof() throws -> SignInProof {
    if let tokenFile { return .accessToken(try Password.read(from: tokenFile)) }
    if let loginTokenFile { return .loginToken(try Password.read(from: loginTokenFile)) }
    return .password(user: user ?? "", try Password.read(from: passwordFile))
  }
}
