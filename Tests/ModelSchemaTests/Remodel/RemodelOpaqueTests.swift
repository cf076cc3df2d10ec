import ModelSchema
import Testing

@Suite("Remodel types without JSON")
struct RemodelOpaqueTests {
  @Test(
    "a class, a block and a value behind protocols are fields of a type without coding",
    arguments: [
      ("Class", OpaqueType.anyClass, true), ("AnyClass", .anyClass, false),
      ("dispatch_block_t", .block, true), ("id<Named>", .conforming(to: ["Named"]), true),
      ("id<Named, Movable>", .conforming(to: ["Named", "Movable"]), true),
      ("NSObject<Named> *", .conforming(to: ["Named"]), true),
      ("Canvas", .named("Canvas"), false), ("Canvas *", .named("Canvas"), true),
    ])
  func fields(_ spelling: String, _ type: OpaqueType, _ isNullable: Bool) throws {
    let fields = try Remodel.fields(
      "%type name=Canvas kind=opaque\nUser excludes(coding) {\n\(spelling) a\n[\(spelling)] b\n}")
    #expect(fields.map(\.type) == [.opaque(type), .array(.opaque(type))])
    #expect(fields[0].isNullable == isNullable)
  }

  @Test("the modules of protocols and opaque types are imported")
  func modules() throws {
    let declaration = try Remodel.declaration(
      """
      %type name=Canvas kind=opaque library=Paint
      %type name=Movable library=Motion
      User excludes(coding) {
        Canvas a
        id<Movable> b
        %import library=Names
        id<Named> c
      }
      """)
    #expect(declaration.imports == ["Motion", "Names", "Paint"])
  }

  @Test("coding is only dropped where no list asks for it")
  func coding() {
    let file = SourceFile(path: "User.value", text: "User {\n  Class kind\n}\n")
    let dropped = RemodelFrontEnd.parse(file)
    #expect(dropped.types.first?.features == Feature.defaults.subtracting([.coding]))
    #expect(dropped.diagnostics.map(\.severity) == [.warning])
    for name in ["coding", "RMCoding"] {
      let folder = RemodelConfiguration(includes: [name])
      #expect(
        RemodelFrontEnd.parse(file, configuration: folder).diagnostics.map(\.severity) == [.error])
      let options = RemodelOptions(includes: [name])
      #expect(RemodelFrontEnd.parse(file, options: options).diagnostics.map(\.severity) == [.error])
      let without = RemodelConfiguration(excludes: [name])
      #expect(RemodelFrontEnd.parse(file, configuration: without).diagnostics == [])
    }
  }

  @Test("a type with cases that loses its coding has no unknown case")
  func cases() {
    let file = SourceFile(path: "Tool.adtValue", text: "Tool {\n  used { Class kind }\n}\n")
    guard case .union(let union)? = RemodelFrontEnd.parse(file).types.first?.kind else {
      Issue.record("there is no union")
      return
    }
    #expect(!union.keepsUnknown)
  }

  @Test("a structure of C is a type of its module")
  func structures() throws {
    let declaration = try Remodel.declaration(
      """
      %type name=CGSize library=Shapes
      User excludes(coding) {
        CGRect a
        CGSize b
        UIEdgeInsets c
      }
      """)
    guard case .object(let object) = declaration.kind else {
      Issue.record("the type has fields")
      return
    }
    #expect(
      object.fields.map(\.type) == [
        .external(name: "CGRect", module: "Foundation"),
        .external(name: "CGSize", module: "Shapes"),
        .external(name: "UIEdgeInsets", module: "UIKit"),
      ])
    #expect(declaration.imports == ["Foundation", "Shapes", "UIKit"])
  }
}
