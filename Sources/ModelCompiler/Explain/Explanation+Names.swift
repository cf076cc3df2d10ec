import ModelSchema

extension Explanation {
  /// Codes about the text of schemas and the names in them.
  static let names: [DiagnosticCode: Explanation] = [
    .syntax: Explanation(
      "the text breaks the grammar of its file",
      """
      The location is where the text stops making sense; the cause may be a little before it.
      Parsing continues after the mistake, so that one run finds further ones.
      """,
      wrong: [Example("User.value", "User {\n  String name,,\n")],
      right: [Example("User.value", "User {\n  String name\n}\n")]),
    .nestingTooDeep: Explanation(
      "something is nested too deeply",
      """
      Types in types, arrays in arrays and layers of schemas may be nested only to a limit: no input
      may exhaust the compiler. Give the inner part a name and refer to it.
      """,
      wrong: [Example("Deep.value", "Deep {\n  \(nested("Array<", 200, "Int", ">")) all\n}\n")],
      right: [Example("Deep.value", "Deep {\n  Array<Array<Int>> all\n}\n")]),
    .duplicateKey: Explanation(
      "a JSON object has two members with the same name",
      """
      JSON readers disagree about which of the two counts, so one of them may never be read. Keep
      the one that is meant.
      """,
      wrong: [
        Example("a.json", "{\"title\": \"A\", \"type\": \"object\", \"title\": \"B\"}\n")
      ],
      right: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\"}\n")]),
    .trailingComma: Explanation(
      "a comma follows the last member or element",
      """
      JSON has commas only between members and elements (RFC 8259, sections 4 and 5); other tools
      would reject the file.
      """,
      wrong: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\",}\n")],
      right: [Example("a.json", "{\"title\": \"A\", \"type\": \"object\"}\n")]),
    .invalidName: Explanation(
      "a name is not a valid Swift name",
      """
      Names consist of ASCII letters, digits and underscores, do not begin with a digit and have at
      most 128 characters. Swift keywords are allowed: the generated code escapes them. As a
      warning: the generated code needs the name, so the declaration was renamed.
      """,
      wrong: [Example("User.value", "User {\n  String größe\n}\n")],
      right: [
        Example("User.value", "User {\n  %codingKey name=\"größe\"\n  String size\n}\n")
      ]),
    .duplicateType: Explanation(
      "two schemas declare a type of the same name",
      """
      All types of a run belong to one Swift module. The message gives the location of the first
      one.
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
      Every case needs its own name and value: a value that belongs to two cases could be read as
      either.
      """,
      wrong: [Example("Light.adtValue", "Light {\n  red\n  red\n}\n")],
      right: [Example("Light.adtValue", "Light {\n  red\n  green\n}\n")]),
    .fileNameMismatch: Explanation(
      "a file is not named after the type that it declares",
      """
      A .value file declares one type, and readers look for a type in the file of its name. In
      Plank's dialect of JSON Schema the "id" ends with the name of the file, because references use
      it.
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
