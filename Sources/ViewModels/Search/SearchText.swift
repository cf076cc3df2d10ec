package import Controllers
import Models

/// What a search asks for, in words.
package enum SearchText {
  /// Why nothing can be searched for; nil when it can.
  package nonisolated static func problem(with terms: SearchTerms) -> String? {
    terms.wrongDay.map { part in
      "Nothing was searched: “\(Names.label(part))” names no day. Write days as in after:2026-05-31."
    }
  }

  /// What is said of the messages: "is from “ada”".
  static func text(of terms: SearchTerms) -> String {
    let words = terms.words.count == 1 ? "a word that begins with" : "all of the words"
    let parts = [
      terms.words.isEmpty
        ? nil : "has \(words) “\(Names.label(terms.words.joined(separator: " ")))”",
      terms.senders.isEmpty
        ? nil : "is from “\(Names.label(terms.senders.joined(separator: "” or “")))”",
      days(of: terms),
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  private static func days(of terms: SearchTerms) -> String? {
    let bounds = [
      terms.after.map { "after \(TimeText.isoText(of: $0))" },
      terms.before.map { "before \(TimeText.isoText(of: $0))" },
    ].compactMap(\.self)
    return bounds.isEmpty ? nil : "was sent \(bounds.joined(separator: " and "))"
  }
}
