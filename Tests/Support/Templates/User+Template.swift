package import Models

extension User {
  /// A person at example.org, named after the localpart unless a name is given.
  package static func template(
    _ localpart: String, name: String? = nil, avatar: MediaURI? = nil
  ) -> User {
    User(
      id: .template("@\(localpart):example.org"), displayName: name ?? localpart.capitalizedFirst,
      avatar: avatar, nulls: .all)
  }

  /// The account of most tests.
  package static let ada = User.template("ada")
  package static let grace = User.template("grace", avatar: .template("grace"))
  package static let linus = User.template("linus")
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
