/// What sshd starts for a key that is restricted to it: does what the other side asked for where that is allowed.
///
/// In authorized_keys: `restrict,command="tracklogger serve-ssh" ssh-ed25519 …`.
enum ServeSSHCommand {
  static func run(_ invocation: Invocation, in world: World) throws -> ExitCode {
    guard let line = world.variable("SSH_ORIGINAL_COMMAND") else {
      throw Failure(
        .failed, "this key is restricted: there is no shell, it is for 'tracklogger pull', exports and lists")
    }
    var asked = try RestrictedCommand.parse(line)
    // Which database that is, only who wrote authorized_keys has a say in.
    for option in [Option.db, .config] { if let value = invocation[option] { asked.add(option, value: value) } }
    var world = world
    world.isReadOnly = true
    return try asked.command.run(asked, world)
  }
}
