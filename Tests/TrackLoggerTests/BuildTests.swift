import Testing

@testable import TrackLogger
