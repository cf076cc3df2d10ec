extension Command {
  /// Makes a command from asynchronous work with one result.
  ///
  /// The work runs on the main actor, up to its first suspension before `execute` returns.
  /// Cancelling the execution cancels the task and drops its result.
  ///
  /// - Parameters:
  ///   - isEnabled: The condition under which it can run; `nil` means always.
  ///   - concurrency: What happens when it is executed while it runs.
  ///   - work: Called once for each execution.
  @_disfavoredOverload
  public convenience init(
    isEnabled: Property<Bool>? = nil, concurrency: CommandConcurrency = .exclusive,
    _ work: @escaping @MainActor (Input) async throws(Failure) -> Output
  ) {
    self.init(isEnabled: isEnabled, concurrency: concurrency) { input in
      let result = ReplaySubject<Output, Failure>(capacity: 1)
      let task = Task.immediate { @MainActor in
        do throws(Failure) {
          result.send(try await work(input))
          result.complete()
        } catch {
          result.fail(error)
        }
      }
      return result.signal.on(disposed: { task.cancel() })
    }
  }

  /// Makes a command from asynchronous work with one result, and maps what it throws.
  ///
  /// Otherwise like the form whose work throws the failure of the command. `mapError` runs on the
  /// main actor.
  public convenience init(
    isEnabled: Property<Bool>? = nil, concurrency: CommandConcurrency = .exclusive,
    mapError: @escaping @MainActor (any Error) -> Failure,
    _ work: @escaping @MainActor (Input) async throws -> Output
  ) {
    self.init(isEnabled: isEnabled, concurrency: concurrency) {
      (input: Input) async throws(Failure) -> Output in
      do {
        return try await work(input)
      } catch {
        throw mapError(error)
      }
    }
  }
}
