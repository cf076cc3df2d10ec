/// What a file says, before anything is known about what it means.
///
/// Places are byte offsets into the file; `SourceFile` makes lines and columns of them.
struct TypeSyntax {
  enum Form {
    /// `Name`, `Outer.Name`, `Name<…>`; the arguments are nil when there are no angle brackets.
    case name(String, arguments: [TypeSyntax]?)
    /// `[Element]`.
    indirect case array(TypeSyntax)
    /// `[Key: Value]`.
    indirect case dictionary(key: TypeSyntax, value: TypeSyntax)
  }

  var form: Form
  var offset: Int
  /// The type in parentheses behind the name of an Objective-C enum.
  var underlying: Word?
  /// `*` behind the name.
  var isPointer = false
  /// `?` behind everything.
  var isOptional = false
}

/// A word, and where it begins.
struct Word {
  var text: String
  var offset: Int
}

/// `%name key=value key="value"`.
struct AnnotationSyntax {
  struct Value {
    var key: Word
    /// Behind the quotation mark, if there is one.
    var value: Word
  }

  var name: String
  /// Where the `%` is.
  var offset: Int
  var values: [Value]

  func value(_ key: String) -> Word? {
    values.last { $0.key.text == key }?.value
  }
}

/// `Type name`, with what stands above it.
struct FieldSyntax {
  var type: TypeSyntax
  var name: Word
  var comments: [String]
  var annotations: [AnnotationSyntax]
}

/// A case of an algebraic type.
struct SubtypeSyntax {
  var name: Word
  /// Nil when there are no braces.
  var fields: [FieldSyntax]?
  var comments: [String]
  var annotations: [AnnotationSyntax]
}

/// `includes(…)` or `excludes(…)`.
struct ClauseSyntax {
  var keyword: Word
  var names: [Word]
}

/// A whole declaration.
struct DeclarationSyntax {
  enum Body {
    case fields([FieldSyntax])
    case subtypes([SubtypeSyntax])
  }

  var name: Word
  var clauses: [ClauseSyntax]
  var body: Body
  var comments: [String]
  var annotations: [AnnotationSyntax]
}
