package import Controllers
package import Signals
import Synchronization

/// A browser controller whose pages do what the test scripts.
package final class FakeBrowserController: BrowserController {
  /// Called with the server and the way.
  package let onProof = Script<Asked, BrowserStep>("proof", .browserSignIn)
  private let texts = Mutex<[String]>([])

  /// A page that was asked for.
  package struct Asked: Hashable, Sendable {
    package let server: String
    package let way: BrowserWay
  }

  /// Creates a controller without an answer.
  package init() {}

  /// What was pasted since this method was last called.
  package func takePasted() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }

  package func proof(
    from server: String, by way: BrowserWay, pasted: Signal<String, Never>
  ) -> Signal<BrowserStep, RequestError> {
    let steps = onProof.signal(Asked(server: server, way: way))
    return Signal { observer in
      let taking = pasted.subscribe { text in self.texts.withLock { $0.append(text) } }
      return CompositeDisposable([taking, steps.subscribe(observer)])
    }
  }
}
