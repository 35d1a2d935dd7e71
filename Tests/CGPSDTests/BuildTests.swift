import Testing

@testable import CGPSD
