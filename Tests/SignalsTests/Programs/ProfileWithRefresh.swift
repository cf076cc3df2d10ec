import Signals

protocol ProfileClient: Sendable {
  func load() async throws(ProfileError) -> Profile
}

struct Profile: Equatable { let name: String }

enum ProfileError: Error { case offline }

@MainActor
final class ProfileModel {
  let title: Property<String>
  let error: Property<String>
  /// Bound to a key; the key has no effect while a refresh runs.
  let refresh: Command<Void, Profile, ProfileError>

  init(_ client: some ProfileClient) {
    refresh = Command { () async throws(ProfileError) in try await client.load() }
    title = Property(initial: "No profile", then: refresh.values.map(\.name))
    error = Property(
      initial: "",
      then: .merge(
        refresh.failures.map { _ in "The server cannot be reached." },
        refresh.executions.map { _ in "" }))  // the next attempt clears the message
  }
}
