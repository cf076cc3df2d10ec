import Synchronization

/// Waits for news about a subject for a limited time.
///
/// It receives news from its creation on, so that its owner can look for older news without missing
/// newer ones.
final class Listener<Subject: Sendable, News: Sendable>: Sendable {
  let subject: Subject
  private let news: AsyncStream<News>
  private let continuation: AsyncStream<News>.Continuation
  private let timer: Task<Void, Never>
  private let waits = Atomic(false)

  /// - Parameters:
  ///   - time: The time after which it ends.
  ///   - sleep: Tests control the time.
  init(
    _ subject: Subject, _ time: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.subject = subject
    // Several pieces of news are one reason to look.
    let (news, continuation) = AsyncStream.makeStream(
      of: News.self, bufferingPolicy: .bufferingNewest(1))
    self.news = news
    self.continuation = continuation
    timer = Task {
      try? await sleep(time)
      continuation.finish()
    }
  }

  /// Whether its owner waits at the moment.
  var isWaiting: Bool { waits.load(ordering: .relaxed) }

  /// Waits for news; nil when the time is over, the listener has ended, or the task is cancelled.
  func next() async -> News? {
    waits.store(true, ordering: .relaxed)
    defer { waits.store(false, ordering: .relaxed) }
    for await news in news { return news }
    return nil
  }

  func tell(_ news: News) { continuation.yield(news) }

  /// Ends the wait, after the last news if there are any.
  func end(_ last: News? = nil) {
    if let last { continuation.yield(last) }
    continuation.finish()
    timer.cancel()
  }
}
