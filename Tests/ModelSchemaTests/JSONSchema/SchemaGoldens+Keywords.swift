extension SchemaGolden {
  static let keywords: [SchemaGolden] = [
    SchemaGolden(
      "syntax",
      #"""
      {"type": "object",, "properties": {"a": {"type": "string"}}}
      """#,
      #"""
      thing.json:1:19: syntax: a member is missing before this comma | Remove it.
      """#),
    SchemaGolden(
      "trailing comma",
      #"""
      {"properties": {"a": {"type": "string",},}}
      """#,
      #"""
      thing.json:1:39: warning trailing-comma: a comma follows the last value | Remove the comma.
      thing.json:1:41: warning trailing-comma: a comma follows the last value | Remove the comma.
      """#),
    SchemaGolden(
      "duplicate key",
      #"""
      {"properties": {"a": {"type": "string"},
       "a": {"type": "integer"}}}
      """#,
      #"""
      thing.json:2:2: duplicate-key: the key "a" is already in line 1, with another value | Remove one of the two.
      """#),
    SchemaGolden(
      "not a schema",
      #"""
      [1]
      """#,
      #"""
      thing.json:1:1: invalid-keyword: a schema is an object or a boolean, not an array | Write a schema, such as {"type": "string"}.
      """#),
    SchemaGolden(
      "schema is a string",
      #"""
      {"items": "integer"}
      """#,
      #"""
      thing.json:1:11: invalid-keyword: a schema is an object or a boolean, not a string | Write {"type": "integer"}.
      """#),
    SchemaGolden(
      "properties is a list",
      #"""
      {"properties": [1]}
      """#,
      #"""
      thing.json:1:16: invalid-keyword: 'properties' holds an array, not an object of schemas | Write an object of schemas.
      """#),
    SchemaGolden(
      "property is a number",
      #"""
      {"properties": {"a": 5}}
      """#,
      #"""
      thing.json:1:22: invalid-keyword: a schema is an object or a boolean, not a number | Write a schema, such as {"type": "string"}.
      """#),
    SchemaGolden(
      "required is no list",
      #"""
      {"properties": {"a": true}, "required": "a"}
      """#,
      #"""
      thing.json:1:41: invalid-keyword: 'required' holds a string, not a list of strings | Write a list of strings.
      """#),
    SchemaGolden(
      "required lists a number",
      #"""
      {"properties": {"a": true}, "required": [1]}
      """#,
      #"""
      thing.json:1:42: invalid-keyword: 'required' lists a number, not a string
      """#),
    SchemaGolden(
      "required as in draft 3",
      #"""
      {"properties": {"a": {"type": "string", "required": true}}}
      """#,
      #"""
      thing.json:1:41: warning unsupported-keyword: 'required' is a boolean here, as in draft 3 | List the property's name in 'required' of its object.
      """#),
    SchemaGolden(
      "required without property",
      #"""
      {"properties": {"a": true}, "required": ["a",
        "b"]}
      """#,
      #"""
      thing.json:2:3: warning unsupported-keyword: 'b' is required and not among the properties: it makes no field | Declare the property, or take it out of 'required'.
      """#),
    SchemaGolden(
      "unknown type",
      #"""
      {"properties": {"a": {"type": "int"}, "b": {"type": "str"}, "c": {"type": "String"}, "d": {"type": "map"}, "e": {"type": "bool"}, "f": {"type": "list"}, "g": {"type": "double"}, "h": {"type": "nil"}, "i": {"type": "thing"}}}
      """#,
      #"""
      thing.json:1:31: unsupported-type: 'int' is not a JSON type | Did you mean 'integer'?
      thing.json:1:53: unsupported-type: 'str' is not a JSON type | Did you mean 'string', with a 'format' perhaps?
      thing.json:1:75: unsupported-type: 'String' is not a JSON type | Write it as 'string'.
      thing.json:1:100: unsupported-type: 'map' is not a JSON type | Did you mean 'object'?
      thing.json:1:122: unsupported-type: 'bool' is not a JSON type | Did you mean 'boolean'?
      thing.json:1:145: unsupported-type: 'list' is not a JSON type | Did you mean 'array'?
      thing.json:1:168: unsupported-type: 'double' is not a JSON type | Did you mean 'number'?
      thing.json:1:193: unsupported-type: 'nil' is not a JSON type | Did you mean 'null'?
      thing.json:1:215: unsupported-type: 'thing' is not a JSON type | Use null, boolean, integer, number, string, array or object.
      """#),
    SchemaGolden(
      "type any",
      #"""
      {"properties": {"a": {"type": "any"}}}
      """#,
      #"""
      thing.json:1:31: warning unsupported-keyword: the type 'any' is of draft 3 | Leave out 'type'.
      """#),
    SchemaGolden(
      "type is a number",
      #"""
      {"type": 3}
      """#,
      #"""
      thing.json:1:10: invalid-keyword: 'type' holds a number, not the name of a type | Write for example "string".
      """#),
    SchemaGolden(
      "type lists a number",
      #"""
      {"type": ["string", 3]}
      """#,
      #"""
      thing.json:1:21: invalid-keyword: 'type' holds a number, not the name of a type | Write for example "string".
      """#),
    SchemaGolden(
      "nothing is allowed",
      #"""
      false
      """#,
      #"""
      thing.json:1:1: invalid-keyword: nothing is a value of the schema 'false' | Write a schema that a value can have.
      """#),
    SchemaGolden(
      "constant beyond 64 bits",
      #"""
      {"properties": {"a": {"const": 1000000000000000000000}}}
      """#,
      #"""
      thing.json:1:32: unsupported-type: the number does not fit 64 bits | Use a smaller one.
      """#),
    SchemaGolden(
      "empty type list",
      #"""
      {"type": []}
      """#,
      #"""
      thing.json:1:10: invalid-keyword: 'type' is an empty list | Name the types that are allowed.
      """#),
    SchemaGolden(
      "misspelt keywords",
      #"""
      {"properties": {"a": {"oneof": [{"type": "string"}]}, "b": {"enums": ["x"]}, "c": {"typ": "string"}, "d": {"adn": 1}, "e": {"minimun": 3}}}
      """#,
      #"""
      thing.json:1:23: unsupported-keyword: 'oneof' is not a keyword of JSON Schema | Did you mean 'oneOf'?
      thing.json:1:61: unsupported-keyword: 'enums' is not a keyword of JSON Schema | Did you mean 'enum'?
      thing.json:1:84: unsupported-keyword: 'typ' is not a keyword of JSON Schema | Did you mean 'type'?
      thing.json:1:108: warning unsupported-keyword: 'adn' is not a keyword of JSON Schema | Remove it, or begin its name with 'x-' to keep it as a note.
      thing.json:1:125: warning unsupported-keyword: 'minimun' is not a keyword of JSON Schema | Did you mean 'minimum'?
      """#),
    SchemaGolden(
      "unknown keyword",
      #"""
      {"properties": {"a": {"type": "string", "colour": "red"}}}
      """#,
      #"""
      thing.json:1:41: warning unsupported-keyword: 'colour' is not a keyword of JSON Schema | Remove it, or begin its name with 'x-' to keep it as a note.
      """#),
    SchemaGolden(
      "unsupported keywords",
      #"""
      {"properties": {"a": {"type": "string", "not": {"const": "x"}}, "b": {"type": "array", "contains": true, "minContains": 1, "maxContains": 2}},
       "if": true, "then": true, "else": true, "dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": true}, "dependencies": {"a": ["b"]}}
      """#,
      #"""
      thing.json:1:41: warning unsupported-keyword: 'not' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:1:88: warning unsupported-keyword: 'contains' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:1:106: warning unsupported-keyword: 'minContains' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:1:124: warning unsupported-keyword: 'maxContains' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:2:2: warning unsupported-keyword: 'if' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:2:14: warning unsupported-keyword: 'then' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:2:28: warning unsupported-keyword: 'else' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:2:42: warning unsupported-keyword: 'dependentRequired' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:2:77: warning unsupported-keyword: 'dependentSchemas' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:2:110: warning unsupported-keyword: 'dependencies' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      """#),
    SchemaGolden(
      "draft 3 keywords",
      #"""
      {"properties": {"a": {"type": "integer", "divisibleBy": 2, "disallow": "string"}}}
      """#,
      #"""
      thing.json:1:42: warning unsupported-keyword: 'divisibleBy' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      thing.json:1:60: warning unsupported-keyword: 'disallow' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      """#),
    SchemaGolden(
      "content schema",
      #"""
      {"properties": {"a": {"type": "string", "contentMediaType": "application/json", "contentSchema": true}}}
      """#,
      #"""
      thing.json:1:81: warning unsupported-keyword: 'contentSchema' is not supported: what it forbids is not refused | Leave it out, or check it in the program.
      """#),
    SchemaGolden(
      "dynamic reference",
      #"""
      {"properties": {"a": {"$dynamicRef": "#n"}, "b": {"$dynamicAnchor": "n", "type": "string"}, "c": {"$recursiveRef": "#"}}}
      """#,
      #"""
      thing.json:1:23: warning unsupported-keyword: '$dynamicRef' is taken as a plain '$ref' | Write '$ref' if nothing overrides it.
      thing.json:1:99: warning unsupported-keyword: '$recursiveRef' is taken as a plain '$ref' | Write '$ref' if nothing overrides it.
      """#),
  ]
}
