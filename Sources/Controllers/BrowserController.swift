package import Signals

/// Obtains proofs for signing in from web pages; any thread may call.
package protocol BrowserController: Sendable {
  /// Waits for what the user does on a web page.
  ///
  /// Emits `.visit` when the page can be opened. The last value is `.proven`; then completes. Meanwhile a
  /// port of this machine's loopback interface waits for the browser, unless the way is `.deviceCode`. Fails
  /// with `.timedOut` when nothing comes for ten minutes or the server's code ends, with `.refused` and the
  /// code `access_denied` when the user declines, or with an error of a request. Disposal ends the wait.
  ///
  /// - Parameter pasted: The address where the browser ended, or the token in it, from users whose browser
  ///   runs on another machine. `.unusable` follows a text that is neither.
  ///
  /// Source: Matrix client-server API, "Client login via SSO", "OAuth 2.0 API".
  func proof(
    from server: String, by way: BrowserWay, pasted: Signal<String, Never>
  ) -> Signal<BrowserStep, RequestError>
}

/// The progress of a sign-in by a web page.
package enum BrowserStep: Sendable {
  /// The page to open.
  case visit(BrowserVisit)
  /// The pasted text was not what a browser ends with.
  case unusable
  /// The server accepts the user.
  case proven(SignInProof)
}

/// A web page for the user, of a scheme that a browser may be given.
package struct BrowserVisit: Hashable, Sendable {
  /// The page to open in a browser of this machine.
  package var address: String
  /// A shorter page to open elsewhere, and the code to enter there; nil when only a browser of this machine
  /// leads back, or the user pastes its last address.
  package var code: Code?

  /// What another machine's browser needs.
  package struct Code: Hashable, Sendable {
    /// The address to type.
    package var address: String
    /// The code to type there.
    package var text: String

    /// Creates a code.
    package init(address: String, text: String) {
      self.address = address
      self.text = text
    }
  }

  /// Creates a visit.
  package init(address: String, code: Code? = nil) {
    self.address = address
    self.code = code
  }
}
