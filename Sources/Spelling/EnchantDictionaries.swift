import CEnchant
import Controllers

/// The open dictionaries of some languages; they stay open until the program ends.
struct EnchantDictionaries: @unchecked Sendable {
  // Unchecked because pointers are not Sendable: only the controller's queue uses them.
  private let library: enchant_library
  private let dictionaries: [UnsafeMutableRawPointer]

  /// More suggestions are no help.
  private static let mostSuggestions = 12

  static func open(languages: [String]) -> Result<EnchantDictionaries, SpellingProblem> {
    var library = enchant_library()
    guard enchant_open(&library, "libenchant-2.so.2"), let broker = library.make_broker() else {
      return .failure(.noLibrary)
    }
    let dictionaries = languages.compactMap { library.request(broker, $0) }
    guard !dictionaries.isEmpty else { return .failure(.noDictionary(languages: languages)) }
    return .success(EnchantDictionaries(library: library, dictionaries: dictionaries))
  }

  /// Whether one of the dictionaries has the word, or cannot tell.
  func accept(_ word: String) -> Bool {
    dictionaries.contains { library.check($0, word, word.utf8.count) <= 0 }
  }

  func suggestions(for word: String) -> [String] {
    var found: [String] = []
    for dictionary in dictionaries {
      var count = 0
      guard let list = library.suggest(dictionary, word, word.utf8.count, &count) else { continue }
      defer { library.free_list(dictionary, list) }
      for index in 0..<count {
        guard let text = list[index].map({ String(cString: $0) }), !found.contains(text) else {
          continue
        }
        found.append(text)
      }
    }
    return Array(found.prefix(Self.mostSuggestions))
  }

  func add(_ word: String) {
    if let first = dictionaries.first { library.add(first, word, word.utf8.count) }
  }
}
