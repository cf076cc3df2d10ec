import Controllers
import ModelKit
import Models

extension Endpoint where Response == Void {
  /// Changes a field of the account's own profile; an empty text removes it.
  ///
  /// Source: Matrix client-server API, `PUT /_matrix/client/v3/profile/{userId}/{keyName}`.
  static func setProfile(_ field: String, of user: UserID, to value: JSONValue) -> Endpoint {
    Endpoint(
      .setProfile, .put, path: .client("profile", user.rawValue, field),
      body: .object([field: value]))
  }
}
