import Testing

@testable import CSQLite
