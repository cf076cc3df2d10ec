import ModelSchema
import Testing

@Suite("Remodel types")
struct RemodelTypeTests {
  @Test(
    "Objective-C's spelling means the same as Swift's",
    arguments: [
      ("BOOL", "Bool", TypeReference.boolean),
      ("bool", "Boolean", .boolean),
      ("NSInteger", "Int", .integer(bits: nil, isSigned: true)),
      ("NSUInteger", "UInt", .integer(bits: nil, isSigned: false)),
      ("uintptr_t", "UInt", .integer(bits: nil, isSigned: false)),
      ("int8_t", "Int8", .integer(bits: 8, isSigned: true)),
      ("short", "Int16", .integer(bits: 16, isSigned: true)),
      ("int", "Int32", .integer(bits: 32, isSigned: true)),
      ("long", "Int64", .integer(bits: 64, isSigned: true)),
      ("int64_t", "Int64", .integer(bits: 64, isSigned: true)),
      ("uint8_t", "UInt8", .integer(bits: 8, isSigned: false)),
      ("unichar", "UInt16", .integer(bits: 16, isSigned: false)),
      ("uint32_t", "UInt32", .integer(bits: 32, isSigned: false)),
      ("uint64_t", "UInt64", .integer(bits: 64, isSigned: false)),
      ("float", "Float", .floatingPoint(bits: 32)),
      ("CGFloat", "Double", .floatingPoint(bits: 64)),
      ("NSTimeInterval", "double", .floatingPoint(bits: 64)),
      ("NSNumber *", "Double", .floatingPoint(bits: 64)),
      ("NSString *", "String", .string),
      ("NSString*", "String", .string),
      ("NSDate *", "Date", .date(transformer: nil)),
      ("NSURL *", "URL", .url),
      ("NSData *", "Data", .data),
      ("id", "Any", .json),
      ("NSObject *", "JSONValue", .json),
      ("NSDictionary *", "JSONObject", .jsonObject),
      ("NSArray *", "[Any]", .array(.json)),
      ("NSArray<User *> *", "[User]", .array(.named("User"))),
      ("NSArray <User*>*", "Array<User>", .array(.named("User"))),
      ("NSMutableArray<NSURL *> *", "[URL]", .array(.url)),
      ("NSSet<NSString *> *", "Set<String>", .set(.string)),
      ("NSOrderedSet<NSURL *> *", "OrderedSet<URL>", .orderedSet(.url)),
      ("NSMutableOrderedSet<User *> *", "OrderedSet<User>", .orderedSet(.named("User"))),
      ("SEL", "String", .string),
      ("NSArray<NSArray<NSNumber *> *> *", "[[Double]]", .array(.array(.floatingPoint(bits: 64)))),
      (
        "NSDictionary<NSString *, NSArray<NSNumber *> *> *", "[String: [Double]]",
        .map(key: .string, value: .array(.floatingPoint(bits: 64)))
      ),
      (
        "NSDictionary<NSString*,id>*", "Dictionary<String, Any>",
        .map(key: .string, value: .json)
      ),
      ("User *", "User", .named("User")),
      ("Outer.Inner *", "Outer.Inner", .named("Outer.Inner")),
    ])
  func spellings(_ objectiveC: String, _ swift: String, _ type: TypeReference) throws {
    #expect(try Remodel.field("%nonnull\n\(objectiveC) name").type == type)
    #expect(try Remodel.field("\(swift) name").type == type)
    let optional = try Remodel.field("%nullable\n\(objectiveC) name")
    let marked = try Remodel.field("\(swift)? name")
    #expect(optional.type == type && marked.type == type)
    #expect(optional.isNullable && marked.isNullable)
    #expect(!optional.isRequired && !marked.isRequired)
  }

  @Test(
    "Elements of a collection can be null",
    arguments: [
      ("[String?]", TypeReference.array(.optional(.string))),
      ("[String: Int?]", .map(key: .string, value: .optional(.integer(bits: nil, isSigned: true)))),
      ("Array<Optional<User>>", .array(.optional(.named("User")))),
      ("[[String?]?]", .array(.optional(.array(.optional(.string))))),
    ])
  func optionalElements(_ spelling: String, _ type: TypeReference) throws {
    let field = try Remodel.field("\(spelling) name")
    #expect(field.type == type)
    #expect(!field.isNullable)
  }

  @Test("Optional<T> equals the question mark")
  func optionalInFull() throws {
    let field = try Remodel.field("Optional<[Int]> numbers")
    #expect(field.type == .array(.integer(bits: nil, isSigned: true)))
    #expect(field.isNullable)
  }

  @Test(
    "A field can be null if its spelling or an annotation says so",
    arguments: [
      ("NSString *a", true), ("id a", true), ("User *a", true), ("%nonnull\nNSString *a", false),
      ("%nonnull\nid a", false), ("String a", false), ("User a", false), ("String? a", true),
      ("NSInteger a", false), ("%nullable\nNSInteger a", true), ("%nullable\nString a", true),
      ("Kind(NSUInteger) a", false), ("OrderedSet<Int> a", false),
      ("%id\nNSString *a", false),
    ])
  func nullability(_ text: String, _ isNullable: Bool) throws {
    let field = try Remodel.field(text)
    #expect(field.isNullable == isNullable)
    #expect(field.isRequired == !isNullable)
  }

  @Test("With RMAssumeNonnull a pointer is never null unless it says so")
  func assumeNonnull() throws {
    let fields = try Remodel.fields(
      """
      User includes(RMAssumeNonnull) {
        NSString *a
        %nullable
        NSString *b
        id c
      }
      """)
    #expect(fields.map(\.isNullable) == [false, true, false])
  }

  @Test("An enum with its underlying type is declared by hand")
  func enums() throws {
    #expect(try Remodel.field("Kind(NSUInteger) a").type == .external(name: "Kind", module: nil))
    #expect(try Remodel.field("Kind( int32_t ) a").type == .external(name: "Kind", module: nil))
    #expect(
      try Remodel.field("%import library=Kinds\nKind(NSUInteger) a").type
        == .external(name: "Kind", module: "Kinds"))
  }

  @Test("An annotation of the type or the field says where a type is declared")
  func external() throws {
    let declaration = try Remodel.declaration(
      """
      %type name=Colour library=Paint file=PaintColour canForwardDeclare=false
      %type name=Shade
      %type name=UserID kind=identifier
      %type name=EventID kind=identifier library=Wire
      User {
        Colour a
        [Shade] b
        UserID c
        [EventID: Colour?] d
        %import library=Geometry file=Point
        NSArray<Point *> *e
        %import file=Line
        Line f
        %identifier
        RoomID g
        Other h
      }
      """)
    guard case .object(let object) = declaration.kind else {
      Issue.record("the type has fields")
      return
    }
    #expect(
      object.fields.map(\.type) == [
        .external(name: "Colour", module: "Paint"),
        .array(.external(name: "Shade", module: nil)),
        .identifier("UserID"),
        .map(
          key: .identifier("EventID"),
          value: .optional(.external(name: "Colour", module: "Paint"))),
        .array(.external(name: "Point", module: "Geometry")),
        .external(name: "Line", module: nil),
        .identifier("RoomID"),
        .named("Other"),
      ])
    #expect(declaration.imports == ["Geometry", "Paint", "Wire"])
  }

  @Test("A module that no field needs is not imported")
  func unusedImport() throws {
    #expect(
      try Remodel.declaration("%type name=Colour library=Paint\nUser { Int a }").imports == [])
  }

  @Test("A protocol after a class is kept for plugins")
  func protocols() throws {
    let field = try Remodel.field("Cell<Movable, Drawable> *cell")
    #expect(field.type == .named("Cell"))
    #expect(field.annotations.map(\.name) == ["protocol", "protocol"])
    #expect(field.annotations.flatMap(\.values).map(\.value) == ["Movable", "Drawable"])
  }

  @Test("Empty angle brackets have no effect")
  func emptyBrackets() throws {
    #expect(try Remodel.field("Cell<> *cell").type == .named("Cell"))
    let result = RemodelFrontEnd.parse(
      SourceFile(path: "User.value", text: "User { NSArray<> *a }"))
    #expect(result.diagnostics.map(\.code) == [.unsupportedType])
  }

  @Test("The location of a type of the run is its own, not its field's")
  func places() throws {
    let field = try Remodel.field("  NSDictionary<NSString *, NSArray<Room *> *> *rooms")
    #expect(field.typeLocation?.line == 2)
    #expect(field.typeLocation?.column == 36)
    #expect(try Remodel.field("String a").typeLocation == nil)
  }

  @Test("Types nest to the limit")
  func depth() throws {
    let text = String(repeating: "[", count: 31) + "Int" + String(repeating: "]", count: 31)
    var type = try Remodel.field("\(text) numbers").type
    var depth = 0
    while case .array(let element) = type {
      type = element
      depth += 1
    }
    #expect(depth == 31)
  }
}
