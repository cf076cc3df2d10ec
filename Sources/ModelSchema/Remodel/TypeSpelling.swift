/// The built-in types by their Objective-C and Swift names.
enum TypeSpelling {
  enum Meaning {
    case plain(TypeReference)
    case array
    case set
    case orderedSet
    case reference
    case dictionary
    case optional
    /// It cannot be a field; `mend` names the alternative.
    case refused(mend: String)
  }

  enum Origin {
    /// An Objective-C class: followed by `*`.
    case objectiveCClass
    /// A number or a value type: without `*`.
    case value
    /// `id`, `Class`, a block: without `*`, and may be nil.
    case identity
  }

  struct Entry {
    var meaning: Meaning
    var origin: Origin
  }

  static func entry(_ name: String) -> Entry? { table[name] }

  static var classNames: some Sequence<String> { classes.keys }

  /// C structures with the modules that declare them; a `%type` may name another module.
  static let structures: [String: String] = [
    "CGAffineTransform": "Foundation", "CGPoint": "Foundation", "CGRect": "Foundation",
    "CGSize": "Foundation", "CGVector": "Foundation", "NSEdgeInsets": "Foundation",
    "NSPoint": "Foundation", "NSRange": "Foundation", "NSRect": "Foundation",
    "NSSize": "Foundation", "UIEdgeInsets": "UIKit", "UIOffset": "UIKit",
  ]

  /// Whether a name is built in, so that no declared type can have it.
  static func isTaken(_ name: String) -> Bool { table[name] != nil }

  private static let table: [String: Entry] = {
    var table: [String: Entry] = [:]
    for (name, type) in values { table[name] = Entry(meaning: .plain(type), origin: .value) }
    for (name, meaning) in classes {
      table[name] = Entry(meaning: meaning, origin: .objectiveCClass)
    }
    for (name, meaning) in generics { table[name] = Entry(meaning: meaning, origin: .value) }
    for (name, mend) in refusals {
      table[name] = Entry(meaning: .refused(mend: mend), origin: .value)
    }
    table["id"] = Entry(meaning: .plain(.json), origin: .identity)
    table["Class"] = Entry(meaning: .plain(.opaque(.anyClass)), origin: .identity)
    table["AnyClass"] = Entry(meaning: .plain(.opaque(.anyClass)), origin: .value)
    table["dispatch_block_t"] = Entry(meaning: .plain(.opaque(.block)), origin: .identity)
    return table
  }()

  private static let values: [String: TypeReference] = [
    "BOOL": .boolean, "Bool": .boolean, "Boolean": .boolean, "bool": .boolean,
    "Int": .integer(bits: nil, isSigned: true), "NSInteger": .integer(bits: nil, isSigned: true),
    "intptr_t": .integer(bits: nil, isSigned: true), "ssize_t": .integer(bits: nil, isSigned: true),
    "UInt": .integer(bits: nil, isSigned: false),
    "NSUInteger": .integer(bits: nil, isSigned: false),
    "uintptr_t": .integer(bits: nil, isSigned: false),
    "size_t": .integer(bits: nil, isSigned: false),
    "Int8": .integer(bits: 8, isSigned: true), "int8_t": .integer(bits: 8, isSigned: true),
    "char": .integer(bits: 8, isSigned: true),
    "Int16": .integer(bits: 16, isSigned: true), "int16_t": .integer(bits: 16, isSigned: true),
    "short": .integer(bits: 16, isSigned: true),
    "Int32": .integer(bits: 32, isSigned: true), "int32_t": .integer(bits: 32, isSigned: true),
    "int": .integer(bits: 32, isSigned: true),
    "Int64": .integer(bits: 64, isSigned: true), "int64_t": .integer(bits: 64, isSigned: true),
    "long": .integer(bits: 64, isSigned: true),
    "UInt8": .integer(bits: 8, isSigned: false), "uint8_t": .integer(bits: 8, isSigned: false),
    "UInt16": .integer(bits: 16, isSigned: false), "uint16_t": .integer(bits: 16, isSigned: false),
    "unichar": .integer(bits: 16, isSigned: false),
    "UInt32": .integer(bits: 32, isSigned: false), "uint32_t": .integer(bits: 32, isSigned: false),
    "UInt64": .integer(bits: 64, isSigned: false), "uint64_t": .integer(bits: 64, isSigned: false),
    "Float": .floatingPoint(bits: 32), "Float32": .floatingPoint(bits: 32),
    "float": .floatingPoint(bits: 32),
    "Double": .floatingPoint(bits: 64), "Float64": .floatingPoint(bits: 64),
    "double": .floatingPoint(bits: 64), "CGFloat": .floatingPoint(bits: 64),
    "NSTimeInterval": .floatingPoint(bits: 64), "TimeInterval": .floatingPoint(bits: 64),
    "CFTimeInterval": .floatingPoint(bits: 64),
    // A selector is its name.
    "SEL": .string,
    "String": .string, "LazyString": .lazyString, "Date": .date(transformer: nil), "URL": .url,
    "Data": .data, "Any": .json, "JSONValue": .json, "JSONObject": .jsonObject,
  ]

  /// `NSNumber` does not specify the kind of number and becomes the widest.
  private static let classes: [String: Meaning] = [
    "NSString": .plain(.string), "NSMutableString": .plain(.string),
    "NSNumber": .plain(.floatingPoint(bits: 64)),
    "NSDate": .plain(.date(transformer: nil)), "NSURL": .plain(.url),
    "NSData": .plain(.data), "NSMutableData": .plain(.data), "NSObject": .plain(.json),
    "NSArray": .array, "NSMutableArray": .array,
    "NSSet": .set, "NSMutableSet": .set,
    "NSOrderedSet": .orderedSet, "NSMutableOrderedSet": .orderedSet,
    "NSDictionary": .dictionary, "NSMutableDictionary": .dictionary,
  ]

  private static let generics: [String: Meaning] = [
    "Array": .array, "Set": .set, "OrderedSet": .orderedSet, "Dictionary": .dictionary,
    "Optional": .optional, "Ref": .reference,
  ]

  private static let identifierMend =
    "Write 'String', or '%type name=… kind=identifier' for your own type."

  private static let refusals: [String: String] = [
    "IMP": "Values hold data: remove the field.", "void": "Values hold data: remove the field.",
    "dispatch_queue_t": "Values hold data: remove the field.",
    "instancetype": "Name the type itself.", "Self": "Name the type itself.",
    "Void": "Omit the field, or write 'Bool'.", "Never": "Omit the field.",
    "AnyObject": "Write 'Any' for any JSON value.",
    "AnyHashable": "Write 'Any' for any JSON value.",
    "Character": "Write 'String'.", "Substring": "Write 'String'.",
    "UUID": identifierMend, "NSUUID": identifierMend,
    "Decimal": "Write 'Double', or 'String' to keep every digit.",
    "NSDecimalNumber": "Write 'double', or 'NSString *' to keep every digit.",
  ]
}
