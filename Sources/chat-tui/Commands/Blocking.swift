import Controllers
import Dispatch
import Glibc
import ViewModels

/// Runs a command's asynchronous work from the synchronous entry point.
enum Blocking {
  /// Runs the work on the main actor, then ends the program with its exit code.
  ///
  /// The main thread serves libdispatch's main queue meanwhile. The program fails when the work
  /// exceeds the deadline, if there is one.
  static func run(
    deadlineSeconds: Int? = 60, _ work: @escaping @MainActor () async throws -> Void
  ) -> Never {
    if let deadlineSeconds {
      DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(deadlineSeconds)) {
        Output.fail("no response within \(deadlineSeconds) s")
      }
    }
    Task { @MainActor in
      do {
        try await work()
        exit(0)
      } catch let error as RequestError {
        Output.fail(ErrorSentences.text(error))
      } catch let failure as CommandFailure {
        Output.fail(failure.message)
      } catch {
        Output.fail("\(error)")
      }
    }
    dispatchMain()
  }
}
