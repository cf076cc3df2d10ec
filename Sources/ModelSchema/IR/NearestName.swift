/// Finds the name that was probably meant.
package enum NearestName {
  private static let maximumByteCount = 64

  /// The word with the smallest edit distance, two at most.
  package static func find(_ word: String, among words: some Sequence<String>) -> String? {
    let letters = Array(word.utf8)
    guard letters.count > 2, letters.count <= maximumByteCount else { return nil }
    let limit = letters.count > 4 ? 2 : 1
    return words.map { (distance: distance(Array($0.utf8), letters), word: $0) }
      .filter { $0.distance <= limit }
      .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
  }

  /// The number of insertions, deletions and substitutions; 3 stands for more than two.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2 else { return 3 }
    var row = Array(0...right.count)
    for (line, letter) in left.enumerated() {
      var corner = row[0]
      row[0] = line + 1
      for (column, other) in right.enumerated() {
        let cost = letter == other ? corner : min(corner, row[column], row[column + 1]) + 1
        corner = row[column + 1]
        row[column + 1] = cost
      }
    }
    return min(row[right.count], 3)
  }
}
