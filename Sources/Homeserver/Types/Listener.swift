import Synchronization

/// Waits for news of something for a while, and hears them from when it is made: what happens while
/// its owner looks is not missed.
final class Listener<Subject: Sendable, News: Sendable>: Sendable {
  let subject: Subject
  private let news: AsyncStream<News>
  private let continuation: AsyncStream<News>.Continuation
  private let timer: Task<Void, Never>
  private let waits = Atomic(false)

  /// - Parameters:
  ///   - time: After that it hears no more.
  ///   - sleep: How time passes, which tests decide themselves.
  init(
    _ subject: Subject, _ time: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.subject = subject
    // Many news are one reason to look.
    let (news, continuation) = AsyncStream.makeStream(
      of: News.self, bufferingPolicy: .bufferingNewest(1))
    self.news = news
    self.continuation = continuation
    timer = Task {
      try? await sleep(time)
      continuation.finish()
    }
  }

  /// Whether its owner waits, rather than looks.
  var isWaiting: Bool { waits.load(ordering: .relaxed) }

  /// Waits for news; nil when the time is over, it was ended, or the task was cancelled.
  func next() async -> News? {
    waits.store(true, ordering: .relaxed)
    defer { waits.store(false, ordering: .relaxed) }
    for await news in news { return news }
    return nil
  }

  func tell(_ news: News) { continuation.yield(news) }

  /// Ends it, with last news if there are any.
  func end(_ last: News? = nil) {
    if let last { continuation.yield(last) }
    continuation.finish()
    timer.cancel()
  }
}
