import Controllers
import Signals

/// Signing in by a web page.
extension SignInViewModel {
  /// Opens the server's page, after a choice if it has several.
  public func signInByBrowser() {
    guard let server = found.value, let way = server.browserWays.first else { return }
    error.value = ""
    if server.browserWays.count == 1 { return open(way, of: server) }
    questions.askForChoice(
      "Sign in to \(SignInHints.name(server)) with", placeholder: "type a part of a name",
      among: server.browserWays.map { PromptSuggestion($0) }
    ) { [weak self] answer in
      guard let way = server.browserWays.first(where: { PromptSuggestion($0).answerText == answer })
      else { return .empty }
      self?.open(way, of: server)
      return .empty
    }
  }

  /// Ends the wait for the page.
  public func closePage() { openPage.value = nil }

  /// Closes the question.
  public func closeQuestion() { questions.close() }

  private func open(_ way: BrowserWay, of server: ServerDescription) {
    let page = BrowserPageViewModel(server, by: way)
    openPage.value = page
    page.begin(
      from: sessions.browser,
      proven: { [weak self] proof in
        self?.closePage()
        self?.signIn(Credentials(server: server.address, proof: proof))
      },
      failed: { [weak self] failure in
        self?.closePage()
        self?.error.value = ErrorSentences.text(failure)
      })
  }

  /// Signs in with what a page or a registration has given.
  func signIn(_ credentials: Credentials) {
    signingIn.inner = work.run(credentials).subscribe()
  }
}

extension PromptSuggestion {
  /// A way to choose, by what it is called.
  fileprivate init(_ way: BrowserWay) {
    switch way {
    case .singleSignOn(let provider):
      self.init(
        titleText: Names.oneLine(provider?.name ?? "the server's page"), noteText: "",
        answerText: provider?.id ?? "")
    case .deviceCode: self.init(titleText: "a code", noteText: "", answerText: "device")
    case .authorizationCode:
      self.init(titleText: "a browser of this machine", noteText: "", answerText: "code")
    }
  }
}
