/// The parsed syntax of a file, before names are resolved.
///
/// Positions are byte offsets into the file; `SourceFile` converts them to lines and columns.
struct TypeSyntax {
  enum Form {
    /// `Name`, `Outer.Name`, `Name<…>`; the arguments are nil without angle brackets.
    case name(String, arguments: [TypeSyntax]?)
    /// `[Element]`.
    indirect case array(TypeSyntax)
    /// `[Key: Value]`.
    indirect case dictionary(key: TypeSyntax, value: TypeSyntax)
  }

  var form: Form
  var offset: Int
  /// The type in parentheses after the name of an Objective-C enum.
  var underlying: Word?
  /// `*` after the name.
  var isPointer = false
  /// `?` at the end.
  var isOptional = false
}

/// A word and its offset.
struct Word {
  var text: String
  var offset: Int
}

/// `%name key=value key="value"`.
struct AnnotationSyntax {
  struct Value {
    var key: Word
    /// The offset after the quotation mark, if there is one.
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

/// `Type name`, with its comments and annotations.
struct FieldSyntax {
  var type: TypeSyntax
  var name: Word
  var comments: [String]
  var annotations: [AnnotationSyntax]
}

/// A case of an algebraic type.
struct SubtypeSyntax {
  var name: Word
  /// Nil without braces.
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
