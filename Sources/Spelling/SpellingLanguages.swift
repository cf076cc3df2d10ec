/// The languages whose dictionaries check the user's words.
package enum SpellingLanguages {
  /// The languages of a list such as `de_AT,en`; nil for one that no dictionary can have.
  package static func list(_ text: String) -> [String]? {
    let names = text.split(separator: ",").map(String.init)
    let isValid = names.allSatisfy { name in
      name.utf8.count <= 32 && name.allSatisfy { $0.isASCII && ($0.isLetter || "_-".contains($0)) }
    }
    return isValid && !names.isEmpty ? names : nil
  }

  /// The language of the locale; American English for a locale without one.
  ///
  /// Source: POSIX, "Environment Variables", "Internationalization Variables".
  package static func ofLocale(environment: (String) -> String?) -> [String] {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let locale = variables.compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
    let name = String(locale.prefix { $0 != "." && $0 != "@" })
    guard !["C", "POSIX"].contains(name), let list = list(name) else { return ["en_US"] }
    return list
  }
}
