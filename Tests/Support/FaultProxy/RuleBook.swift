import Synchronization

/// The rules of a proxy, their counts, and the received requests.
final class RuleBook: Sendable {
  /// The rule and faults that apply to a request.
  struct Decision {
    let request: ProxiedRequest
    let rule: RuleID?
    let plan: FaultPlan
    /// The rules whose held requests continue after the response to this one.
    let releases: [RuleID]
  }

  /// Identifies a rule among all rules that a proxy ever had; replaced rules are not counted.
  struct RuleID: Hashable {
    let generation: Int
    let place: Int
  }

  private struct State {
    var rules: [FaultRule]
    var counts: [RuleCounts]
    var generation = 0
    var held: [RuleID: [Int: AsyncStream<Void>.Continuation]] = [:]
    var requests: [ProxiedRequest] = []
    var requestCount = 0
  }

  /// Older requests are discarded.
  private static let longestRecord = 100_000
  private let state: Mutex<State>
  private let start = ContinuousClock.now
  private let trace: FaultProxy.Trace?

  init(_ rules: [FaultRule], trace: FaultProxy.Trace? = nil) {
    state = Mutex(State(rules: rules, counts: rules.map { _ in RuleCounts() }))
    self.trace = trace
  }

  var requests: [ProxiedRequest] { state.withLock { $0.requests } }
  var counts: [RuleCounts] { state.withLock { $0.counts } }

  /// Replaces all rules and releases held requests.
  func replaceRules(_ rules: [FaultRule]) {
    let released = state.withLock { state in
      state.rules = rules
      state.counts = rules.map { _ in RuleCounts() }
      state.generation += 1
      defer { state.held = [:] }
      return state.held.values.flatMap(\.values)
    }
    for waiting in released { waiting.finish() }
  }

  /// Records a request, and finds the first rule that affects it.
  func decide(method: String, target: String) -> Decision {
    let time = ContinuousClock.now - start
    let decision = state.withLock { state in
      var request = ProxiedRequest(
        number: state.requestCount, method: method, target: target, time: time)
      var releases: [RuleID] = []
      var suffered: RuleID?
      for (place, rule) in state.rules.enumerated() where rule.fits(request) {
        let id = RuleID(generation: state.generation, place: place)
        state.counts[place].fitting += 1
        if state.held[id]?.isEmpty == false {
          releases.append(id)
        } else if suffered == nil, rule.times.includes(state.counts[place].fitting) {
          state.counts[place].suffering += 1
          suffered = id
        }
      }
      request.rule = suffered?.place
      state.requestCount += 1
      state.requests.append(request)
      if state.requests.count > Self.longestRecord { state.requests.removeFirst(1_000) }
      let plan = FaultPlan(suffered.map { state.rules[$0.place].faults } ?? [])
      return Decision(request: request, rule: suffered, plan: plan, releases: releases)
    }
    trace?(decision.request)
    return decision
  }

  /// Counts a fault that occurred.
  func note(_ kind: Fault.Kind, of rule: RuleID?) {
    state.withLock { state in
      guard let rule, rule.generation == state.generation else { return }
      state.counts[rule.place].faults[kind, default: 0] += 1
    }
  }

  /// Records that the client was sent the whole response to a request.
  func noteAnswer(to number: Int) {
    var answered: ProxiedRequest?
    update(number) { request in
      request.isAnswered = true
      answered = request
    }
    if let answered { trace?(answered) }
  }

  /// Updates the record of a request.
  func update(_ number: Int, _ change: (inout ProxiedRequest) -> Void) {
    state.withLock { state in
      guard let first = state.requests.first?.number else { return }
      let index = number - first
      guard state.requests.indices.contains(index) else { return }
      change(&state.requests[index])
    }
  }

  /// Waits until a later request releases this one, or until the time limit.
  func hold(_ decision: Decision, atMost limit: Duration) async throws {
    guard let rule = decision.rule else { return }
    let (released, waiting) = AsyncStream<Void>.makeStream()
    let number = decision.request.number
    let isCurrent = state.withLock { state in
      guard rule.generation == state.generation else { return false }
      state.held[rule, default: [:]][number] = waiting
      return true
    }
    guard isCurrent else { return }
    note(.hold, of: rule)
    await withTaskGroup { group in
      group.addTask { for await _ in released {} }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
    state.withLock { $0.held[rule]?[number] = nil }
    try Task.checkCancellation()
  }

  /// Releases the requests that these rules hold.
  func release(_ rules: [RuleID]) {
    let released = state.withLock { state in
      rules.flatMap { rule in
        state.held.removeValue(forKey: rule).map { Array($0.values) } ?? []
      }
    }
    for waiting in released { waiting.finish() }
  }
}

/// What a rule did.
package struct RuleCounts: Sendable, Equatable {
  /// The number of matching requests.
  package internal(set) var fitting = 0
  /// The number of affected requests.
  package internal(set) var suffering = 0
  /// The faults that occurred; a cut past the end of a response does not occur.
  package internal(set) var faults: [Fault.Kind: Int] = [:]

  package subscript(_ kind: Fault.Kind) -> Int { faults[kind] ?? 0 }
}
