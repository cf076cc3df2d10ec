/// The answer of `POST /login`.
package struct RawLoginAnswer: Decodable, Sendable {
  package let userID: String
  package let deviceID: String
  package let accessToken: String
  package let refreshToken: String?

  enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case deviceID = "device_id"
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
  }
}

/// The answer of `POST /refresh`.
package struct RawRefreshAnswer: Decodable, Sendable {
  package let accessToken: String
  /// Absent when the old refresh token stays in use.
  package let refreshToken: String?

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
  }
}

/// The answer of `GET /login`: how a person can sign in.
package struct RawLoginFlows: Decodable, Sendable {
  package let types: [String]

  private struct Flow: Decodable, Sendable { let type: String }
  enum Keys: String, CodingKey { case flows }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    types = try container.decode(LenientList<Flow>.self, forKey: .flows).elements.map(\.type)
  }
}

/// The answer of `GET /_matrix/client/versions`.
package struct RawVersions: Decodable, Sendable {
  package let versions: [String]

  enum Keys: String, CodingKey { case versions }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    versions = try container.decode(LenientList<String>.self, forKey: .versions).elements
  }
}

/// The file `/.well-known/matrix/client`.
package struct RawWellKnown: Decodable, Sendable {
  package let baseURL: String

  private struct Homeserver: Decodable {
    let baseURL: String
    enum CodingKeys: String, CodingKey { case baseURL = "base_url" }
  }
  enum Keys: String, CodingKey { case homeserver = "m.homeserver" }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    baseURL = try container.decode(Homeserver.self, forKey: .homeserver).baseURL
  }
}

/// The answer of `GET /profile/{userId}`.
package struct RawProfile: Decodable, Hashable, Sendable {
  package let displayName: String?
  package let avatar: String?

  enum Keys: String, CodingKey {
    case displayName = "displayname"
    case avatar = "avatar_url"
  }

  package init(from decoder: any Decoder) throws {
    var reader = try LenientReader(decoder, keyedBy: Keys.self)
    displayName = reader.value(.displayName)
    avatar = reader.value(.avatar)
  }
}
