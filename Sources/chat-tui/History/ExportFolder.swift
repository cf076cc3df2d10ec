import Glibc

/// A new folder that only the user can open, with a file for each room.
struct ExportFolder {
  /// Names of files end at 255 bytes.
  private static let longest = 200
  private let path: String
  private let ending: String
  private var taken: Set<String> = []

  init(path: String, ending: String) throws(CommandFailure) {
    guard mkdir(path, 0o700) == 0 else {
      throw CommandFailure(
        message: errno == EEXIST
          ? "there is a \(path) already: give the name of a new folder"
          : "cannot make the folder \(path): \(String(cString: strerror(errno)))")
    }
    (self.path, self.ending) = (path, ending)
  }

  /// The path of the file for a room with this title; equal titles are numbered.
  mutating func place(of title: String) -> String {
    let name = Self.name(title)
    var (candidate, number) = (name, 1)
    // Some file systems take capitals for small letters.
    while !taken.insert(candidate.lowercased()).inserted {
      number += 1
      candidate = "\(name) \(number)"
    }
    return "\(path)/\(candidate).\(ending)"
  }

  /// What of a title can be in the name of a file: others choose it, and may mean another folder.
  static func name(_ title: String) -> String {
    var name = ""
    for scalar in title.unicodeScalars where name.utf8.count < longest {
      let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      name.unicodeScalars.append(isPlain || " -".unicodeScalars.contains(scalar) ? scalar : "_")
    }
    let words = name.split(separator: " ")
    return words.isEmpty ? "room" : words.joined(separator: " ")
  }
}
