import Models

nonisolated extension Names {
  /// Who has which name.
  struct Owners {
    /// By a key, the only person with a name of that key; nil if several people share it.
    private typealias Index = [String: UserID?]

    private var names: Index = [:]
    /// The names in ASCII.
    ///
    /// Two of them are not compared by what they look like: "rn" looks like "m", and everybody can read both.
    private var plain: [(id: UserID, name: String)] = []
    /// By what names look like in any alphabet: those in ASCII, once there are others, and these.
    private var plainLooks: Index = [:]
    private var otherLooks: Index = [:]

    /// Whether a name, or one that looks the same, is somebody else's too.
    func isForeign(_ name: String, to id: UserID) -> Bool {
      func isForeign(_ key: String, in index: Index) -> Bool {
        index[key].map { $0 != id } ?? false
      }
      if isForeign(name.visibleKey, in: names) { return true }
      if name.isASCII {
        return !otherLooks.isEmpty
          && name.lookAlikeKeys.contains { isForeign($0, in: otherLooks) }
      }
      let looks = name.lookAlikeKeys
      if otherLooks.isEmpty {
        // Such a name is a former one. Until then nobody needed the table of look-alikes.
        return plain.contains { $0.id != id && !looks.isDisjoint(with: $0.name.lookAlikeKeys) }
      }
      return looks.contains { isForeign($0, in: otherLooks) || isForeign($0, in: plainLooks) }
    }

    /// Whether a name could pass for a word in small letters.
    static func looks(_ name: String, like word: String) -> Bool {
      name.visibleKey == word || !name.isASCII && name.lookAlikeKeys.contains(word)
    }

    fileprivate init(_ people: [UserID: User]) {
      for user in people.values {
        let (id, name) = (user.id, label(user))
        Self.add([name.visibleKey], of: id, to: &names)
        if name.isASCII {
          plain.append((id, name))
        } else {
          Self.add(name.lookAlikeKeys, of: id, to: &otherLooks)
        }
      }
      guard !otherLooks.isEmpty else { return }
      for (id, name) in plain { Self.add(name.lookAlikeKeys, of: id, to: &plainLooks) }
    }

    init() {}

    private static func add(_ keys: Set<String>, of id: UserID, to index: inout Index) {
      for key in keys { index.updateValue(index.keys.contains(key) ? nil : id, forKey: key) }
    }
  }

  /// Who has which name among some people.
  static func owners(among people: [UserID: User]) -> Owners { Owners(people) }
}
