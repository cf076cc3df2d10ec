/// One type that the compiler generates.
package struct TypeDeclaration: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case object(ObjectType)
    case union(UnionType)
    case enumeration(EnumType)
    /// Another name for a type.
    case alias(TypeReference)
  }

  /// The full name: `Outer.Inner` for a nested type, each part a Swift identifier, not yet escaped.
  package var name: String
  package var kind: Kind
  package var features: Set<Feature>
  /// Modules that the generated file imports for types declared elsewhere.
  package var imports: [String]
  /// Markdown with arbitrary content; the generator sanitises it.
  package var documentation: String?
  package var annotations: [Annotation]
  /// Types that fields name as Objective-C classes.
  ///
  /// If no schema of the run declares one, it is taken to be written by hand, as in Remodel.
  package var classes: Set<String>
  package var location: SourceLocation

  package init(
    name: String, kind: Kind, features: Set<Feature> = Feature.defaults, imports: [String] = [],
    documentation: String? = nil, annotations: [Annotation] = [], classes: Set<String> = [],
    location: SourceLocation
  ) {
    self.name = name
    self.kind = kind
    self.features = features
    self.imports = imports
    self.documentation = documentation
    self.annotations = annotations
    self.classes = classes
    self.location = location
  }
}
