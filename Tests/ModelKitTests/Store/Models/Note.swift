import ModelKit

/// A stored model with undo and hooks, as the compiler generates it.
struct Note: HookedModel, UndoableModel {
  struct Fields: FieldSet, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    static let id = Fields(rawValue: 1 << 0)
    static let text = Fields(rawValue: 1 << 1)
    static let folder = Fields(rawValue: 1 << 2)
    static let stars = Fields(rawValue: 1 << 3)
    static let all = Fields(rawValue: (1 << 4) - 1)
    static let fieldNames = ["id", "text", "folder", "stars"]
  }

  let id: Int
  let text: String?
  let folder: String?
  let stars: Int?
  let isSet: Fields

  init(id: Int, text: String?, folder: String?, stars: Int?, isSet: Fields) {
    self.id = id
    self.text = text
    self.folder = folder
    self.stars = stars
    self.isSet = isSet.union(.id)
  }

  func merging(_ newer: Note) -> Note {
    replacing(newer.isSet, from: newer)
  }

  func changed(from older: Note) -> Fields {
    var fields = isSet.symmetricDifference(older.isSet)
    if id != older.id { fields.insert(.id) }
    if text != older.text { fields.insert(.text) }
    if folder != older.folder { fields.insert(.folder) }
    if stars != older.stars { fields.insert(.stars) }
    return fields
  }

  func replacing(_ fields: Fields, from other: Note) -> Note {
    Note(
      id: id,
      text: fields.contains(.text) ? other.text : text,
      folder: fields.contains(.folder) ? other.folder : folder,
      stars: fields.contains(.stars) ? other.stars : stars,
      isSet: isSet.subtracting(fields).union(other.isSet.intersection(fields)))
  }

  static let schema = ModelSchema(
    name: "Note", hash: 0x31,
    fields: [
      ModelField("id", keyPath: ["id"]),
      ModelField("text", keyPath: ["text"]),
      ModelField("folder", keyPath: ["folder"]),
      ModelField("stars", keyPath: ["stars"]),
    ])
}

extension Note {
  /// A partial value with the given fields; `.some(nil)` sets a field to null.
  init(
    _ id: Int, text: String?? = .none, folder: String?? = .none, stars: Int?? = .none
  ) {
    var fields = Fields.id
    if text != nil { fields.insert(.text) }
    if folder != nil { fields.insert(.folder) }
    if stars != nil { fields.insert(.stars) }
    self.init(
      id: id, text: text ?? nil, folder: folder ?? nil, stars: stars ?? nil, isSet: fields)
  }
}

/// The hooks, hand-written as in an application.
extension Note {
  /// The reported changes of the notes with that text, oldest first.
  static let told = Log<Change>()

  struct Change: Equatable, Sendable {
    var id: Int
    var before: String?
    var after: String?
    var fields: Fields
  }

  /// Called for notes in the folder of that name, so that tests do not interfere.
  static let reactions = Log<Reaction>()

  struct Reaction: Sendable {
    var folder: String
    var action: @Sendable (Note) -> Void
  }

  static func willChange(from older: Note?, to newer: Note?, fields: Fields) -> Bool {
    if older?.folder == "locked", newer == nil { return false }
    return newer?.text != "forbidden"
  }

  static func didChange(from older: Note?, to newer: Note?, fields: Fields) {
    guard let folder = newer?.folder ?? older?.folder, folder.hasPrefix("told") else { return }
    told.append(
      Change(
        id: newer?.id ?? older?.id ?? 0, before: older?.text, after: newer?.text, fields: fields))
    for reaction in reactions.values where reaction.folder == folder {
      if let newer { reaction.action(newer) }
    }
  }
}
