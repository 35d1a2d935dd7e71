import Foundation
import FoundationXML
import Testing

@testable import TrackCore

/// The texts of elements of one name, and how deep the document goes.
private final class KMLReading: NSObject, XMLParserDelegate {
  var texts: [String: [String]] = [:]
  private var open: [String] = []

  init?(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(name)
    texts[name, default: []].append("")
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard let name = open.last, var list = texts[name] else { return }
    list[list.count - 1] += string
    texts[name] = list
  }
}

@Suite struct KMLWriterTests {
  @Test func aTrackHasAllItsTimesBeforeItsPositions() {
    let text = String(
      decoding: sceneExport(KMLWriter(), [[sceneFix(48, 11), sceneFix(48, 11.1, second: 1)]]), as: UTF8.self)
    #expect(
      text.contains(
        """
        <gx:MultiTrack>
        <gx:Track>
        <when>2026-05-01T08:00:00.000Z</when>
        <when>2026-05-01T08:00:01.000Z</when>
        <gx:coord>11.0000000 48.0000000 120.50</gx:coord>
        <gx:coord>11.1000000 48.0000000 120.50</gx:coord>
        </gx:Track>
        </gx:MultiTrack></Placemark>
        """), "\(text)")
  }

  @Test(arguments: [[0], [1], [2], [2, 3], [1, 1, 1], [0, 2, 0]])
  func eachPartIsATrackWithAsManyTimesAsPositions(sizes: [Int]) throws {
    let parts = sizes.map { size in (0..<size).map { sceneFix(48, 11, second: Int64($0)) } }
    let document = try #require(KMLReading(sceneExport(KMLWriter(), parts)))
    let count = sizes.reduce(0, +)
    #expect(document.texts["when", default: []].count == count)
    #expect(document.texts["gx:coord", default: []].count == count)
    #expect(document.texts["gx:Track", default: []].count == sizes.filter { $0 > 0 }.count)
    #expect(document.texts["gx:MultiTrack", default: []].count == (count > 0 ? 1 : 0))
  }

  @Test func aFixThatComesBetweenThePassesIsLeftOut() {
    var (writer, text) = (KMLWriter(), ByteText())
    writer.beginTrip(sceneTrip(), from: nil, to: nil, &text)
    writer.fix(sceneFix(48, 11), &text)
    let wantsMore = writer.nextPass(&text)
    writer.fix(sceneFix(48, 11), &text)
    writer.fix(sceneFix(48, 11, second: 1), &text)
    let wantsStillMore = writer.nextPass(&text)
    #expect(wantsMore && !wantsStillMore)
    writer.endTrip(&text)
    #expect(String(decoding: text.bytes, as: UTF8.self).components(separatedBy: "<gx:coord>").count == 2)
  }

  @Test func namesFromStrangersStayText() throws {
    let document = try #require(KMLReading(sceneExport(KMLWriter(), [], names: hostileNames)))
    let names = try #require(document.texts["name"])
    #expect(names.dropFirst().prefix(2) == hostileNames.prefix(2))
    #expect(names[3] == "\u{FFFD}\u{FFFD}\u{FFFD}[31m\u{FFFD}\u{FFFD}")
    #expect(names.last == "Trip 1: \(hostileNames[0]) to \(hostileNames[0])")
  }
}
