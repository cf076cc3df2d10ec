import Controllers
import MatrixWire
import ModelKit
import Models

extension Endpoint where Response == LenientResponse<RawFoundPeople> {
  /// The most results that one search requests, and keeps when a server sends more.
  static let mostPeople = 10

  /// Searches for people by a part of their name or id.
  ///
  /// Source: Matrix client-server API, "User directory".
  static func searchPeople(_ text: String) -> Endpoint {
    Endpoint(
      .searchPeople, .post, path: .client("user_directory", "search"),
      body: .object(["search_term": .string(text), "limit": .number(JSONNumber(mostPeople))]),
      isIdempotent: true
    ) { response in
      try LenientResponse(response.body)
    }
  }
}

extension LenientResponse<RawFoundPeople> {
  /// The people with a valid id, in the server's order.
  var people: [User] {
    value.results.prefix(Endpoint.mostPeople).compactMap { person in
      UserID(person.userID).map { id in
        User(
          id: id, displayName: person.displayName?.nonEmpty(cutToBytes: Limits.name),
          avatar: person.avatar.flatMap { MediaURI($0) })
      }
    }
  }
}
