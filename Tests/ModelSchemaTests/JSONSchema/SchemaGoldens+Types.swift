extension SchemaGolden {
  static let types: [SchemaGolden] = [
    SchemaGolden(
      "tuple",
      #"""
      {"properties": {"a": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}}}
      """#,
      #"""
      thing.json:1:56: warning unsupported-keyword: the elements of this list have different types: they are kept as JSON | Give all elements one schema in 'items', with 'oneOf' perhaps.
      """#),
    SchemaGolden(
      "mixed enum",
      #"""
      {"properties": {"a": {"enum": ["x", 1]}, "b": {"enum": [1.5, 2.5]}, "c": {"const": true}}}
      """#,
      #"""
      thing.json:1:22: warning unsupported-keyword: values other than strings and whole numbers form no enum: all are accepted | Check the value in the program.
      thing.json:1:47: warning unsupported-keyword: values other than strings and whole numbers form no enum: all are accepted | Check the value in the program.
      thing.json:1:74: warning unsupported-keyword: values other than strings and whole numbers form no enum: all are accepted | Check the value in the program.
      """#),
    SchemaGolden(
      "enum with values twice",
      #"""
      {"properties": {"a": {"enum": ["x", "y", "x"]}}}
      """#,
      #"""
      thing.json:1:42: warning duplicate-case: this value is already in the list | Remove one of the two.
      """#),
    SchemaGolden(
      "enum against its type",
      #"""
      {"properties": {"a": {"type": "string", "enum": ["x", 1, "y"]}}}
      """#,
      #"""
      thing.json:1:55: warning invalid-keyword: the value is a number, which 'type' does not allow: it is left out | Correct the value or 'type'.
      """#),
    SchemaGolden(
      "enum beyond 64 bits",
      #"""
      {"properties": {"a": {"enum": [1, 99999999999999999999]}}}
      """#,
      #"""
      thing.json:1:35: unsupported-type: the number does not fit 64 bits | Use a smaller one.
      """#),
    SchemaGolden(
      "wrong default",
      #"""
      {"properties": {"a": {"type": "integer", "default": "x"}, "b": {"enum": ["x", "y"], "default": "z"}, "c": {"type": "array", "default": [1]}, "d": {"properties": {"x": true}, "default": {}}}}
      """#,
      #"""
      thing.json:1:53: warning invalid-default: the default is a string, which the property cannot hold: it is ignored | Write a value of the property's type.
      thing.json:1:96: warning invalid-default: the default is not one of the values of 'enum': it is ignored | Write one of them.
      thing.json:1:136: warning invalid-default: a default of this kind is not supported: absent stays absent | Supply it where the model is used.
      thing.json:1:186: warning invalid-default: a default of this kind is not supported: absent stays absent | Supply it where the model is used.
      """#),
    SchemaGolden(
      "defaults at the limits of a type",
      #"""
      {"properties": {
        "a": {"type": "integer", "format": "uint64", "default": 18446744073709551615},
        "b": {"type": "integer", "default": 9223372036854775808},
        "c": {"type": "string", "format": "uri", "default": ""},
        "d": {"type": "string", "format": "uri", "default": "http://a:b/"},
        "e": {"type": "string", "format": "uri", "default": "a/b c"},
        "f": {"type": "integer", "format": "int8", "default": -129},
        "g": {"type": "integer", "format": "uint16", "default": 65536},
        "h": {"type": "integer", "format": "int8", "default": -128},
        "i": {"type": "integer", "format": "uint16", "default": 65535}}}
      """#,
      #"""
      thing.json:3:39: warning invalid-default: the default is not in the range of the type: it is ignored | Write a number from -9223372036854775808 to 9223372036854775807.
      thing.json:4:55: warning invalid-default: the default is a string, which the property cannot hold: it is ignored | Write a value of the property's type.
      thing.json:5:55: warning invalid-default: the default is a string, which the property cannot hold: it is ignored | Write a value of the property's type.
      thing.json:7:57: warning invalid-default: the default is not in the range of the type: it is ignored | Write a number from -128 to 127.
      thing.json:8:59: warning invalid-default: the default is not in the range of the type: it is ignored | Write a number from 0 to 65535.
      """#),
    SchemaGolden(
      "defaults where no property has one",
      #"""
      {"default": {}, "properties": {
        "a": {"items": {"type": "string", "default": "x"}},
        "b": {"oneOf": [{"type": "string", "default": "x"}, {"type": "integer"}]},
        "c": {"type": "integer", "default": null}}}
      """#,
      #"""
      thing.json:1:2: warning invalid-default: a default has an effect on a property only: it is ignored | Move it to the property, or supply it where the model is used.
      thing.json:2:37: warning invalid-default: a default has an effect on a property only: it is ignored | Move it to the property, or supply it where the model is used.
      thing.json:3:38: warning invalid-default: a default has an effect on a property only: it is ignored | Move it to the property, or supply it where the model is used.
      thing.json:4:39: warning invalid-default: the default is null, which the property cannot hold: it is ignored | Write a value of the property's type.
      """#),
    SchemaGolden(
      "forms that nothing tells apart",
      #"""
      {"oneOf": [{"properties": {"a": true}}, {"properties": {"b": true}}]}
      """#,
      #"""
      thing.json:1:2: warning ambiguous-union: these forms cannot be distinguished: any object is accepted | Give each form a property with its own constant.
      """#),
    SchemaGolden(
      "form that is anything",
      #"""
      {"properties": {"a": {"oneOf": [{"type": "string"}, true]}}}
      """#,
      #"""
      thing.json:1:23: warning ambiguous-union: one of the forms is any JSON value: the others cannot be distinguished from it | Give each form a property with its own constant.
      """#),
    SchemaGolden(
      "strings of two formats",
      #"""
      {"properties": {"a": {"oneOf": [{"type": "string", "format": "uri"}, {"type": "string", "format": "date-time"}]}}}
      """#,
      #"""
      thing.json:1:23: warning ambiguous-union: these forms cannot be distinguished: any string is accepted | Give each form a property with its own constant.
      """#),
    SchemaGolden(
      "form without a constant",
      #"""
      {"oneOf": [{"properties": {"k": {"const": "a"}}}, {"properties": {"k": {"const": "b"}}}, {"properties": {"k": {"type": "string"}}}]}
      """#,
      #"""
      thing.json:1:90: warning ambiguous-union: this form has no constant as the others have: it is kept as unknown | Give it a constant too, or take it out of the list.
      """#),
    SchemaGolden(
      "narrowing forms",
      #"""
      {"properties": {"a": true, "b": true}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}
      """#,
      #"""
      thing.json:1:40: warning unsupported-keyword: 'oneOf' only narrows here: what it forbids is not refused | Check it in the program, or write the forms out in one list.
      """#),
    SchemaGolden(
      "two lists of forms",
      #"""
      {"oneOf": [{"type": "string"}, {"type": "integer"}], "anyOf": [{"type": "string"}, {"type": "boolean"}]}
      """#,
      #"""
      thing.json:1:54: warning unsupported-keyword: a second 'anyOf' is not supported: it is not looked at | Check it in the program, or write the forms out in one list.
      """#),
    SchemaGolden(
      "names that collide",
      #"""
      {"properties": {"a_b": true, "a-b": true}}
      """#,
      #"""
      thing.json:1:30: warning duplicate-field: the key "a-b" becomes 'aB' like another one: it is called 'aB2' | Name it with 'x-swift-name'.
      """#),
    SchemaGolden(
      "wrong extensions",
      #"""
      {"x-includes": ["nothing"], "x-excludes": "x", "x-storage": "far", "properties": {"a": {"type": "string", "x-id": "yes", "x-key": 3, "x-legacy-keys": "a", "x-swift-name": "a b", "x-swift-type": "1"}}}
      """#,
      #"""
      thing.json:1:17: unknown-feature: there is no feature 'nothing' | Use one of: description, coding, equality, builder, fetchStatus, merging, undo, hooks, initNotification, unknownKeys, codable, matching.
      thing.json:1:43: invalid-annotation: 'x-excludes' holds 'x', not a list of strings | Write a list of strings.
      thing.json:1:61: invalid-annotation: 'far' is no way to store a type | Write automatic, inline or copyOnWrite.
      thing.json:1:115: invalid-annotation: 'x-id' holds 'yes', not true or false | Write true or false.
      thing.json:1:131: invalid-annotation: 'x-key' holds a number, not a key or a list of keys | Write a key or a list of keys.
      thing.json:1:151: invalid-annotation: 'x-legacy-keys' holds 'a', not a list of keys | Write a list of keys.
      thing.json:1:172: invalid-annotation: 'x-swift-name' holds 'a b', not a Swift identifier | Write a Swift identifier.
      thing.json:1:195: invalid-annotation: 'x-swift-type' holds '1', not a Swift identifier | Write a Swift identifier.
      """#),
    SchemaGolden(
      "extensions where they mean nothing",
      #"""
      {"x-key": "a", "x-lenint": true, "x-order": 1, "required": ["a", "b"], "properties": {
        "a": {"const": "k", "x-lazy": true},
        "b": {"type": "string", "x-lenient": true, "x-storage": "inline"},
        "c": {"items": {"type": "string", "x-lenient": true, "x-swift-name": "d"}},
        "e": {"$ref": "#/$defs/F", "x-storage": "inline"},
        "g": {"oneOf": [{"type": "string", "x-lazy": true}, {"type": "integer"}]},
        "h": {"type": "string", "x-import": "M", "x-includes": ["undo"], "x-pattern-format": "uri"},
        "i": {"type": "string", "x-enum-varnames": ["j"]}},
       "$defs": {"F": {"x-transformer": "T", "properties": {"x": true}}}}
      """#,
      #"""
      thing.json:1:2: warning no-effect: 'x-key' has no effect here | Write it in a property that is stored, beside its '$ref' if it has one.
      thing.json:1:16: warning invalid-annotation: 'x-lenint' is kept for plugins only | Did you mean 'x-lenient'?
      thing.json:2:23: warning no-effect: 'x-lazy' has no effect here | Write it in a property that is stored, beside its '$ref' if it has one.
      thing.json:3:27: warning no-effect: 'x-lenient' has no effect here | Write it in a property that may be missing, in elements, or at the root of the file.
      thing.json:3:46: warning no-effect: 'x-storage' has no effect here | Write it in an object with properties.
      thing.json:4:56: warning no-effect: 'x-swift-name' has no effect here | Write it in a property that is stored, beside its '$ref' if it has one.
      thing.json:5:30: warning no-effect: 'x-storage' has no effect here | Write it in an object with properties.
      thing.json:6:38: warning no-effect: 'x-lazy' has no effect here | Write it in a property that is stored, beside its '$ref' if it has one.
      thing.json:7:27: warning no-effect: 'x-import' has no effect here | Write it beside 'x-swift-type' or 'x-ref'.
      thing.json:7:44: warning no-effect: 'x-includes' has no effect here | Write them in a schema that becomes a type.
      thing.json:7:68: warning no-effect: 'x-pattern-format' has no effect here | Write it in the only pattern of an object without properties.
      thing.json:8:27: warning no-effect: 'x-enum-varnames' has no effect here | Write it beside 'enum'.
      thing.json:9:18: warning no-effect: 'x-transformer' has no effect here | Write it in a property that is stored, beside its '$ref' if it has one.
      """#),
    SchemaGolden(
      "names of other length",
      #"""
      {"properties": {"a": {"enum": ["x", "y"], "x-enum-varnames": ["ex"]}}}
      """#,
      #"""
      thing.json:1:62: invalid-annotation: 'x-enum-varnames' has 1 names for 2 values | Name each value.
      """#),
    SchemaGolden(
      "names of values that are none, or stand twice",
      #"""
      {"properties": {"a": {"enum": ["x", "y", "z"], "x-enum-varnames": ["ex", "A; exit(1)", "ex"]}}}
      """#,
      #"""
      thing.json:1:74: invalid-annotation: 'x-enum-varnames' holds 'A; exit(1)', not a Swift identifier | Write Swift identifiers.
      thing.json:1:88: invalid-annotation: 'x-enum-varnames' holds 'ex' twice | Give each value its own name.
      """#),
    SchemaGolden(
      "identifier of another file",
      #"""
      {"id": "other.json", "title": "thing", "properties": {"a": true}}
      """#,
      #"""
      thing.json:1:8: warning file-name-mismatch: the id 'other.json' does not end with the name of the file, 'thing.json' | Make both the same; references use the name of the file.
      """#),
    SchemaGolden(
      "hostile text",
      #"""
      {"properties": {"a": {"type": "\u001b[31m"}, "b": {"$ref": "\u202e\u0007"}, "c": {"\n\"": 1}}}
      """#,
      #"""
      thing.json:1:31: unsupported-type: '?[31m' is not a JSON type | Use null, boolean, integer, number, string, array or object.
      thing.json:1:60: invalid-reference: there is no file '??' | Correct the path.
      thing.json:1:83: warning unsupported-keyword: '?"' is not a keyword of JSON Schema | Remove it, or begin its name with 'x-' to keep it as a note.
      """#),
  ]
}
