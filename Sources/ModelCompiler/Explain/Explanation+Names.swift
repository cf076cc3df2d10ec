import ModelSchema

extension Explanation {
  /// About the text of schemas, and the names in them.
  static let names: [DiagnosticCode: Explanation] = [
    .syntax: Explanation(
      "the text breaks the grammar of its file",
      """
      The place is where the text stops making sense; the reason may stand a little before it. Reading
      goes on behind the mistake, so that further ones are found in the same run.
      """,
      wrong: [Example("User.value", "User {\n  String name,,\n")],
      right: [Example("User.value", "User {\n  String name\n}\n")]),
    .nestingTooDeep: Explanation(
      "something is nested more deeply than anyone writes by hand",
      """
      Types in types, arrays in arrays and layers of schemas may nest only so far: no input may bring
      the compiler to its knees. Give the inner part a name and refer to it.
      """,
      wrong: [Example("Deep.value", "Deep {\n  \(nested("Array<", 200, "Int", ">")) all\n}\n")],
      right: [Example("Deep.value", "Deep {\n  Array<Array<Int>> all\n}\n")]),
    .duplicateKey: Explanation(
      "a JSON object has two members of one name",
      """
      Readers of JSON disagree about which of the two counts, so one of them says what nobody will
      read. Keep the one that is meant.
      """,
      wrong: [
        Example("a.json", "{\"title\": \"A\", \"type\": \"object\", \"title\": \"B\"}\n")
      ],
      right: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\"}\n")]),
    .trailingComma: Explanation(
      "a comma stands behind the last member or element",
      """
      JSON has commas between members and elements only (RFC 8259, sections 4 and 5); other tools
      would refuse the file.
      """,
      wrong: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\",}\n")],
      right: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\"}\n")]),
    .invalidName: Explanation(
      "a name cannot be one in Swift",
      """
      Names are made of ASCII letters, digits and underscores, do not begin with a digit and have at
      most 128 characters. Words of the Swift language are allowed: the generated code escapes them.
      As a warning: the generated code needs the name for itself, and the declaration got another one.
      """,
      wrong: [Example("User.value", "User {\n  String größe\n}\n")],
      right: [
        Example("User.value", "User {\n  %codingKey name=\"größe\"\n  String size\n}\n")
      ]),
    .duplicateType: Explanation(
      "two schemas declare a type of the same name",
      """
      All types of a run go into one module of Swift. The message names the place of the first one.
      """,
      wrong: [
        Example("Room.value", "Room {\n  String name\n}\n"),
        Example("Room.adtValue", "Room {\n  lobby\n}\n"),
      ],
      right: [
        Example("Room.value", "Room {\n  String name\n}\n"),
        Example("RoomKind.adtValue", "RoomKind {\n  lobby\n}\n"),
      ]),
    .duplicateField: Explanation(
      "a type has two fields of the same name",
      """
      In JSON Schemas this also happens when two keys become the same Swift name ("avatar_url" and
      "avatarUrl"); 'x-name' or %codingKey gives one of them another.
      """,
      wrong: [Example("User.value", "User {\n  String name\n  Int name\n}\n")],
      right: [Example("User.value", "User {\n  String name\n  Int number\n}\n")]),
    .duplicateCase: Explanation(
      "a type has two cases of the same name or value",
      """
      Every case needs a name and a value of its own: a value that belongs to two cases could be read
      as either.
      """,
      wrong: [Example("Light.adtValue", "Light {\n  red\n  red\n}\n")],
      right: [Example("Light.adtValue", "Light {\n  red\n  green\n}\n")]),
    .fileNameMismatch: Explanation(
      "a file is not called like what it declares",
      """
      A .value file declares one type, and whoever looks for the type looks for the file. In Plank's
      dialect of JSON Schema the "id" ends with the name of the file, because references go by it.
      """,
      wrong: [Example("Person.value", "User {\n  String name\n}\n")],
      right: [Example("User.value", "User {\n  String name\n}\n")]),
  ]

  private static func nested(_ left: String, _ count: Int, _ middle: String, _ right: String)
    -> String
  {
    String(repeating: left, count: count) + middle + String(repeating: right, count: count)
  }
}
