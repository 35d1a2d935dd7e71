extension Option {
  // Databases of other machines.
  static let after = Option("after", taking: "CURSOR", "only what changed since; load and boxes --json tell the cursor")
  static let name = Option(
    "name", taking: "BOX", "what the box is called here (default: like its host, or as it calls itself)")
  static let box = Option("box", taking: "BOX", "the rows that were pulled from this box")
}
