/// What `--help` prints.
enum HelpText {
  static let text = """
    modelc compiles schemas of models to Swift.

    USAGE
      modelc [OPTION…] SCHEMA…       compile .value, .adtValue and .json files, and folders of them
      modelc check-json [--schema FILE --type NAME] DOCUMENT
                                     check the syntax of a JSON document ('-': standard input), and
                                     with a schema whether it is a value of that type
      modelc --explain [CODE]        explain a diagnostic, or list all of them

    OUTPUT
      --output, -o DIR               write a file a type there; without it, all to standard output
      --as NAME.swift                behind a schema file: all its types go into that one file, and
                                     references reach no folders but those of --allow-references
      --plugins-as NAME.swift        all Swift files of plugins go into that one file
      --root DIR                     name schemas relative to DIR in what is written; references in
                                     JSON schemas may reach all of it
      --prune                        remove what earlier runs wrote into DIR and is no longer made
                                     (always done when a folder is compiled)
      --dry-run                      say what would change in DIR, and change nothing
      --emit ir|swift|deps           the checked types as JSON, Swift (as default), or rules for make
      --access package|public|internal
                                     of what is declared (default: internal)

    WHAT IS GENERATED
      --include FEATURE, --exclude FEATURE
                                     for types that do not say so themselves; several with commas
      --union NAME                   an enum NAME over all JSON schemas, told apart by their constant
      --identifier FORMAT=TYPE       strings of that format are identifiers of that Swift type
      --allow-references DIR         let references in JSON schemas reach into DIR as well
      --plugin EXECUTABLE [KEY=VALUE…]
                                     add the files that an executable makes of the checked types
      --plugin-time-limit SECONDS    how long each may take (default: 60)
      --options FILE                 read options of this section and --access from FILE, a line at
                                     a time ('#': comment); paths are relative to its folder

      --help, -h   --version

    Errors go to standard error as FILE:LINE:COLUMN: error: TEXT [CODE].
    The exit status is 0, 1 after errors, 2 when the command line makes no sense.

    """
}
