/// What `--help` prints.
enum HelpText {
  static let text = """
    modelc compiles schemas of models to Swift.

    USAGE
      modelc [OPTION…] SCHEMA…       compile .value, .adtValue and .json files, and folders of them
      modelc check-json [--schema FILE --type NAME] DOCUMENT
                                     check the syntax of a JSON document ('-': standard input), and,
                                     with a schema, whether it is a value of that type
      modelc --explain [CODE]        explain a diagnostic, or list all of them

    OUTPUT
      --output, -o DIR               write one file per type to DIR; without it, write everything to
                                     standard output
      --as NAME.swift                after a schema file: write all its types to that one file, and
                                     let references reach only the --allow-references folders
      --plugins-as NAME.swift        write all Swift files of plugins to that one file
      --root DIR                     write schema names relative to DIR; references in JSON schemas
                                     may reach all of it
      --prune                        remove files of earlier runs in DIR that are no longer generated
                                     (always done when a folder is compiled)
      --dry-run                      report what would change in DIR, and change nothing
      --emit ir|swift|deps           the checked types as JSON, Swift (default), or rules for make
      --access package|public|internal
                                     access level of the declarations (default: internal)

    WHAT IS GENERATED
      --include FEATURE, --exclude FEATURE
                                     for types that do not specify it; separate several by commas;
                                     the names of Remodel and of plugins count, too
      --union NAME                   an enum NAME over all JSON schemas, by their constant property
      --type-prefix PREFIX           begin the names of the types of JSON schemas with PREFIX
      --indent COLUMNS               indent the Swift files by 1 to 8 columns a level (default: 2)
      --identifier FORMAT=TYPE       strings of that format are identifiers of that Swift type
      --overlay FILE                 add the keywords of FILE to JSON schemas
      --lenient                      drop invalid values of fields that may be absent
      --transformer TYPE             a transformer for the fields that it is named after:
                                     BornTransformer for 'born', UserBornTransformer for that of User
      --date-transformer TYPE        the transformer of all dates that name none (default: ISO 8601)
      --allow-references DIR         let references in JSON schemas reach into DIR as well
      --plugin EXECUTABLE [KEY=VALUE…]
                                     add the files that an executable generates from the types
      --plugin-time-limit SECONDS    time limit per plugin (default: 60)
      --options FILE                 read options of this section and --access from FILE, one line
                                     at a time ('#': comment); paths are relative to its folder

      --help, -h   --version
      Of Remodel's options, --output-path means --output, and --output-single-file is always true; of
      Plank's, --output_dir means --output, --objc_class_prefix means --type-prefix, and --no_runtime
      is always true. For each of the others the error says what to write instead.

    Errors go to standard error as FILE:LINE:COLUMN: error: TEXT [CODE].
    The exit status is 0, 1 after errors, 2 for an invalid command line.

    """
}
