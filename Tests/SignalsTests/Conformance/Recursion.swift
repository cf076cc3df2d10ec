import Signals
import SignalsTesting
import Testing

/// A recursive signal, such as the pages of a list, each of which is followed by the next.
///
/// Every page sends 1 and holds an item of the census.
struct Recursion: Sendable, CustomTestStringConvertible {
  typealias Page = Signal<Int, Mishap>

  let name: String
  /// Makes the pages, and the closure that is called until they have ended.
  private let make: @Sendable (_ count: Int, Census) -> (pages: Page, drive: () -> Void)

  var testDescription: String { name }

  /// The sum of what all pages send.
  func sum(count: Int) -> Int {
    run(count: count).sum
  }

  /// The sum, and the largest number of pages that were alive at a time.
  func run(count: Int) -> (sum: Int, living: Int) {
    let census = Census()
    let result = Box<Int>([0, 0])
    let (pages, drive) = make(count, census)
    let subscription = pages.follow { value in
      result.modify {
        $0[0] += value
        $0[1] = max($0[1], census.count)
      }
    }
    while !subscription.isDisposed { drive() }
    return (result.values[0], result.values[1])
  }

  static let all: [Recursion] = [
    synchronous("pages of one value") { .just($0) },
    synchronous("pages of a sequence") { .from([$0, 0]) },
    synchronous("pages that work") { value in
      Signal { observer in
        observer.send(value)
        observer.complete()
        return AnyDisposable()
      }
    },
    synchronous("pages that are mapped") { Page.just($0).map { $0 }.filter { _ in true } },
    synchronous("pages that are concatenated") { .concat([.empty, .just($0), .empty]) },
    synchronous("pages that recover") { value in Page.failed(.first).catch { _ in Page.just(value) }
    },
    synchronous("pages that are merged") { Page.just($0).merge(with: .empty) },
    synchronous("pages that are flattened") { Page.just($0).flatMap(.concat) { .just($0) } },
    synchronous("pages that are cut off") { Page.just($0).concat(.never).take(first: 1) },
    synchronous("pages that are shared") { Page.just($0).share() },
    Recursion("pages that cannot fail") { count, census in
      @Sendable func pages(_ number: Int) -> Page {
        let item = census.item(number)
        let page = Signal<Int, Never>.just(1).on(value: { _ in item.touch() })
        guard number + 1 < count else { return page.promoteError() }
        return page.concat(.deferred { pages(number + 1) })
      }
      return (pages(0), {})
    },
    Recursion("failures that are caught") { count, census in
      @Sendable func attempts(_ number: Int) -> Page {
        let item = census.item(number)
        let attempt = Page.just(1).on(value: { _ in item.touch() }).concat(.failed(.first))
        return attempt.catch { _ in number + 1 < count ? attempts(number + 1) : .empty }
      }
      return (attempts(0), {})
    },
    Recursion("pages on a clock") { count, census in
      let scheduler = TestScheduler()
      let pages = pages(count, census) { value in
        Signal.timer(after: .milliseconds(1), on: scheduler).map { value }.promoteError()
      }
      return (pages, { scheduler.advance(by: .milliseconds(1)) })
    },
    Recursion("pages on a scheduler") { count, census in
      let scheduler = TestScheduler()
      let pages = pages(count, census) { Page.just($0).observe(on: scheduler) }
      return (pages, { scheduler.advance(by: .zero) })
    },
    Recursion("pages of a subject") { count, census in
      let subject = Subject<Int, Mishap>()
      let pages = pages(count, census) { _ in subject.signal.take(first: 1) }
      return (pages, { subject.send(1) })
    },
    Recursion("every other page on a clock") { count, census in
      let scheduler = TestScheduler()
      let isTimed = Box<Bool>([false])
      let pages = pages(count, census) { value in
        isTimed.modify { $0[0].toggle() }
        let page = Page.just(value)
        return isTimed.values[0] ? page.delay(.milliseconds(1), on: scheduler) : page
      }
      return (pages, { scheduler.advance(by: .milliseconds(1)) })
    },
  ]

  private init(
    _ name: String, _ make: @escaping @Sendable (Int, Census) -> (pages: Page, drive: () -> Void)
  ) {
    self.name = name
    self.make = make
  }

  private static func synchronous(
    _ name: String, _ page: @escaping @Sendable (Int) -> Page
  ) -> Recursion {
    Recursion(name) { count, census in (pages(count, census, page), {}) }
  }

  private static func pages(
    _ count: Int, _ census: Census, _ page: @escaping @Sendable (Int) -> Page
  ) -> Page {
    guard count > 0 else { return .empty }
    let item = census.item(count)
    return page(1).on(value: { _ in item.touch() })
      .concat(.deferred { pages(count - 1, census, page) })
  }
}
