import Glibc

// A reader that goes away is told by EPIPE from write, not by a signal.
signal(SIGPIPE, SIG_IGN)
exit(Program.run(Array(CommandLine.arguments.dropFirst()), in: .process()).rawValue)
