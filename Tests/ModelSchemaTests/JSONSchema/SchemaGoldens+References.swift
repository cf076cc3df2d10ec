extension SchemaGolden {
  static let references: [SchemaGolden] = [
    SchemaGolden(
      "kept keyword of the wrong kind",
      #"""
      {"properties": {"a": {"type": "string", "minLength": -1, "maxLength": "x", "deprecated": "yes", "title": 4, "minimum": "low", "pattern": 7}}}
      """#,
      #"""
      thing.json:1:54: warning invalid-keyword: 'minLength' holds a number, not a whole number from 0 on | Write a whole number from 0 on.
      thing.json:1:71: warning invalid-keyword: 'maxLength' holds a string, not a whole number from 0 on | Write a whole number from 0 on.
      thing.json:1:90: warning invalid-keyword: 'deprecated' holds a string, not true or false | Write true or false.
      thing.json:1:106: warning invalid-keyword: 'title' holds a number, not a string | Write a string.
      thing.json:1:120: warning invalid-keyword: 'minimum' holds a string, not a number | Write a number.
      thing.json:1:138: warning invalid-keyword: 'pattern' holds a number, not a string | Write a string.
      """#),
    SchemaGolden(
      "type keyword of the wrong kind",
      #"""
      {"properties": {"a": {"type": "string", "format": 3}, "b": {"enum": "x"}, "c": {"oneOf": {}}, "d": {"$ref": 3}, "e": {"nullable": "yes"}, "f": {"type": "array", "unique": 1}, "g": {"discriminator": "x"}, "h": {"allOf": {}}}}
      """#,
      #"""
      thing.json:1:51: invalid-keyword: 'format' holds a number, not a string | Write a string.
      thing.json:1:69: invalid-keyword: 'enum' holds a string, not a list | Write a list.
      thing.json:1:90: invalid-keyword: 'oneOf' holds an object, not a list of schemas | Write a list of schemas.
      thing.json:1:109: invalid-keyword: '$ref' holds a number, not a string | Write a string.
      thing.json:1:131: invalid-keyword: 'nullable' holds a string, not true or false | Write true or false.
      thing.json:1:172: invalid-keyword: 'unique' holds a number, not "true" | Write "true".
      thing.json:1:199: invalid-keyword: 'discriminator' holds a string, not an object | Write an object.
      thing.json:1:220: invalid-keyword: 'allOf' holds an object, not a list of schemas | Write a list of schemas.
      """#),
    SchemaGolden(
      "empty lists",
      #"""
      {"properties": {"a": {"enum": []}, "b": {"oneOf": []}}}
      """#,
      #"""
      thing.json:1:31: invalid-keyword: 'enum' is an empty list: nothing would be valid | Write the values that are allowed.
      thing.json:1:51: warning invalid-keyword: 'oneOf' is an empty list | Write one schema at least.
      """#),
    SchemaGolden(
      "unknown format",
      #"""
      {"properties": {"a": {"type": "string", "format": "colour"}}}
      """#,
      #"""
      thing.json:1:51: warning unsupported-keyword: the format 'colour' is unknown and has no effect | Map it to a type in the configuration, or remove it.
      """#),
    SchemaGolden(
      "format of another type",
      #"""
      {"properties": {"a": {"type": "string", "format": "int32"}, "b": {"type": "integer", "format": "uri"}}}
      """#,
      #"""
      thing.json:1:22: warning unsupported-keyword: the format 'int32' does not fit the type: it is ignored | Correct 'type' or 'format'.
      thing.json:1:66: warning unsupported-keyword: the format 'uri' does not fit the type: it is ignored | Correct 'type' or 'format'.
      """#),
    SchemaGolden(
      "pattern that cannot be checked",
      #"""
      {"properties": {"a": {"type": "string", "pattern": "(?=x)"}}, "patternProperties": {"(": true}}
      """#,
      #"""
      thing.json:1:52: warning unsupported-keyword: the pattern '(?=x)' cannot be checked in documents | Use characters, classes, groups, alternatives and repetitions.
      thing.json:1:85: warning unsupported-keyword: the pattern '(' cannot be checked in documents | Use characters, classes, groups, alternatives and repetitions.
      """#),
    SchemaGolden(
      "reference to a missing file",
      #"""
      {"properties": {"a": {"$ref": "missing.json"}}}
      """#,
      #"""
      thing.json:1:31: invalid-reference: there is no file 'missing.json' | Correct the path.
      """#),
    SchemaGolden(
      "reference out of the folder",
      #"""
      {"properties": {"a": {"$ref": "../up.json"}}}
      """#,
      #"""
      thing.json:1:31: invalid-reference: '../up.json' leads out of the folders of this run | Name that folder or file on the command line too.
      """#),
    SchemaGolden(
      "reference to the network",
      #"""
      {"properties": {"a": {"$ref": "https://example.org/a.json"}}}
      """#,
      #"""
      thing.json:1:31: invalid-reference: 'https://example.org/a.json' is the $id of no schema of this run | Add the schema's file to the run; nothing is fetched from the network.
      """#),
    SchemaGolden(
      "reference to nothing",
      #"""
      {"properties": {"a": {"$ref": "#/$defs/none"}, "b": {"$ref": "#none"}}}
      """#,
      #"""
      thing.json:1:31: invalid-reference: '#/$defs/none' leads to nothing in thing.json | Write a JSON pointer to a schema, such as '#/$defs/Name'.
      thing.json:1:62: invalid-reference: '#none' leads to nothing in thing.json | Declare the anchor there, or write a JSON pointer: '#/…'.
      """#),
    SchemaGolden(
      "reference to a number",
      #"""
      {"properties": {"a": {"$ref": "#/x-count"}}, "x-count": 3}
      """#,
      #"""
      thing.json:1:31: invalid-reference: '#/x-count' leads to a number, not to a schema
      """#),
    SchemaGolden(
      "references in a circle",
      #"""
      {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}}
      """#,
      #"""
      thing.json:1:47: reference-cycle: this schema leads back to itself with nothing between | Define one schema of the cycle without a reference, or refer to it from a property.
      thing.json:1:86: reference-cycle: this schema leads back to itself with nothing between | Define one schema of the cycle without a reference, or refer to it from a property.
      """#),
    SchemaGolden(
      "a schema that is itself",
      #"""
      {"allOf": [{"$ref": "#"}], "properties": {"a": true}}
      """#,
      #"""
      thing.json:1:21: reference-cycle: this schema leads back to itself with nothing between | Define one schema of the cycle without a reference, or refer to it from a property.
      """#),
    SchemaGolden(
      "endless type",
      #"""
      {"properties": {"a": {"$ref": "#"}}, "required": ["a"]}
      """#,
      #"""
      thing.json:1:1: endless-type: every 'Thing' would contain another one | Make a field on the path optional, or a list.
      """#),
    SchemaGolden(
      "conflicting types",
      #"""
      {"properties": {"a": {"allOf": [{"type": "string"}, {"type": "integer"}]}}}
      """#,
      #"""
      thing.json:1:62: conflicting-layers: the type is integer here and string in another layer | Make the layers agree: no value can be both.
      """#),
    SchemaGolden(
      "conflicting values",
      #"""
      {"properties": {"a": {"allOf": [{"enum": ["x"]}, {"enum": ["y"]}]}}}
      """#,
      #"""
      thing.json:1:59: conflicting-layers: none of the values here is allowed in another layer | Make the layers agree: no value is valid in both.
      """#),
    SchemaGolden(
      "property that must not be there",
      #"""
      {"properties": {"a": false, "b": true}}
      """#,
      #"""
      thing.json:1:17: warning unsupported-keyword: 'a' must not be there: it makes no field | Leave the property out.
      """#),
    SchemaGolden(
      "empty object",
      #"""
      {"properties": {"a": {"type": "object", "additionalProperties": false}}}
      """#,
      #"""
      thing.json:1:22: warning unsupported-keyword: an object without any member cannot be distinguished from other objects | Declare its properties.
      """#),
    SchemaGolden(
      "keys of an unknown format",
      #"""
      {"properties": {"a": {"additionalProperties": true, "patternProperties": {"": {"type": "string", "x-pattern-format": "colour"}}}}}
      """#,
      #"""
      thing.json:1:79: warning unsupported-keyword: the format 'colour' is not known: keys stay strings | Map it to a type in the configuration.
      """#),
    SchemaGolden(
      "patterns beside other members",
      #"""
      {"properties": {"a": true}, "patternProperties": {"^x": {"type": "string"}}, "additionalProperties": {"type": "integer"}}
      """#,
      #"""
      thing.json:1:1: warning unsupported-keyword: 'additionalProperties' beside 'patternProperties' is not supported: others are kept as JSON | Use one of the two.
      """#),
  ]
}
