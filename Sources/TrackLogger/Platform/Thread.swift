import Glibc

/// A thread of the operating system.
struct Thread {
  private var handle = pthread_t()

  /// Runs `body` in a thread of its own, or returns nil where there can be no more of them.
  static func start(_ body: @escaping @Sendable () -> Void) -> Thread? {
    var thread = Thread()
    let box = Unmanaged.passRetained(Body(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // SQLite and the resolver need far less than the usual 8 MB.
    pthread_attr_setstacksize(&attributes, 512 * 1024)
    let code = pthread_create(
      &thread.handle, &attributes,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  /// Waits for its end.
  func join() { pthread_join(handle, nil) }

  /// Leaves it to itself.
  func detach() { pthread_detach(handle) }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
