/// A command that failed, with the sentence for standard error.
struct CommandFailure: Error {
  let message: String
}
