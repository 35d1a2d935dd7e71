/// The program's version, as `--version` prints it.
let programVersion = "0.1.0"
