import Signals

/// All values of a signal that completes.
func collect<Value, Failure>(_ signal: Signal<Value, Failure>) async throws(Failure) -> [Value] {
  try await signal.collect().first() ?? []
}
