import Controllers

/// Finds the name that was probably meant by one that there is not.
package enum NearName {
  /// More changes make another word.
  private static let mostChanges = 2

  /// The preference or table near to a name such as `apearance.teme`; the same name in another table is
  /// near, too.
  static func preference(to name: String) -> String? {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if let same = Preference.all.first(where: { $0.name == last }) { return same.key }
    let tables = Preference.Section.allCases.map(\.rawValue) + ["keys"]
    return nearest(to: name, among: name.contains(".") ? Preference.all.map(\.key) : tables)
  }

  /// The nearest of some names that few changes of letters make of a name.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let distances = names.map { (name: $0, distance: distance(name, $0)) }
    let nearest = distances.min { $0.distance < $1.distance }
    return nearest.flatMap { $0.distance <= mostChanges ? $0.name : nil }
  }

  /// How many letters have to be added, removed or replaced to make one text the other.
  private static func distance(_ one: String, _ two: String) -> Int {
    let (one, two) = (Array(one.utf8.prefix(64)), Array(two.utf8.prefix(64)))
    var row = Array(0...two.count)
    for (index, byte) in one.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for (column, other) in two.enumerated() {
        let replaced = corner + (byte == other ? 0 : 1)
        corner = row[column + 1]
        row[column + 1] = min(replaced, corner + 1, row[column] + 1)
      }
    }
    return row[two.count]
  }
}
