/// What GPX 1.1 (topografix.com/GPX/1/1) demands of the elements that this program writes: their order, their types and
/// their ranges.
let gpxSchema = """
  <?xml version="1.0" encoding="UTF-8"?>
  <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.topografix.com/GPX/1/1"
    targetNamespace="http://www.topografix.com/GPX/1/1" elementFormDefault="qualified">
    <xs:element name="gpx">
      <xs:complexType>
        <xs:sequence>
          <xs:element name="wpt" type="point" minOccurs="0" maxOccurs="unbounded"/>
          <xs:element name="trk" type="track" minOccurs="0" maxOccurs="unbounded"/>
        </xs:sequence>
        <xs:attribute name="version" type="xs:string" use="required" fixed="1.1"/>
        <xs:attribute name="creator" type="xs:string" use="required"/>
      </xs:complexType>
    </xs:element>
    <xs:complexType name="point">
      <xs:sequence>
        <xs:element name="ele" type="xs:decimal" minOccurs="0"/>
        <xs:element name="time" type="xs:dateTime" minOccurs="0"/>
        <xs:element name="name" type="xs:string" minOccurs="0"/>
        <xs:element name="desc" type="xs:string" minOccurs="0"/>
        <xs:element name="type" type="xs:string" minOccurs="0"/>
        <xs:element name="fix" minOccurs="0">
          <xs:simpleType>
            <xs:restriction base="xs:string">
              <xs:enumeration value="none"/>
              <xs:enumeration value="2d"/>
              <xs:enumeration value="3d"/>
            </xs:restriction>
          </xs:simpleType>
        </xs:element>
        <xs:element name="sat" type="xs:nonNegativeInteger" minOccurs="0"/>
        <xs:element name="hdop" type="xs:decimal" minOccurs="0"/>
        <xs:element name="extensions" type="extensions" minOccurs="0"/>
      </xs:sequence>
      <xs:attribute name="lat" use="required">
        <xs:simpleType>
          <xs:restriction base="xs:decimal">
            <xs:minInclusive value="-90"/>
            <xs:maxInclusive value="90"/>
          </xs:restriction>
        </xs:simpleType>
      </xs:attribute>
      <xs:attribute name="lon" use="required">
        <xs:simpleType>
          <xs:restriction base="xs:decimal">
            <xs:minInclusive value="-180"/>
            <xs:maxExclusive value="180"/>
          </xs:restriction>
        </xs:simpleType>
      </xs:attribute>
    </xs:complexType>
    <xs:complexType name="track">
      <xs:sequence>
        <xs:element name="name" type="xs:string" minOccurs="0"/>
        <xs:element name="desc" type="xs:string" minOccurs="0"/>
        <xs:element name="type" type="xs:string" minOccurs="0"/>
        <xs:element name="trkseg" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="trkpt" type="point" minOccurs="0" maxOccurs="unbounded"/>
            </xs:sequence>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
    </xs:complexType>
    <xs:complexType name="extensions">
      <xs:sequence>
        <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
  </xs:schema>
  """
