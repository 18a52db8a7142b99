import Testing

@testable import Fetch

@Test(arguments: [
  (
    "https://u:secret@api.example:8443/v1/x?key=SECRET&lat=1&flag#SECRET", "https://api.example:8443/v1/x?key=…&lat=…&…"
  ),
  ("http://h", "http://h"),
  ("http://h?token=a=b", "http://h?token=…"),
  ("https://secret@h/a@b", "https://h/a@b"),
  ("file:///srv/a?b=c.json", "file:///srv/a?b=c.json"),
  ("http://u:s e c r e t@h/", "http:…"), ("https:/u:secret@h/", "https://h"), ("http://a\\:secret@h/x", "http://h/x"),
])
func secretsAreLeftOut(address: String, expected: String) {
  #expect(Address.redacted(address) == expected)
}

@Test(arguments: [
  ("file:///srv/a%20b.json", Address.file(path: "/srv/a b.json")),
  ("file:/srv/a.json", .file(path: "/srv/a.json")),
  ("file://localhost/srv/", .file(path: "/srv/")),
])
func addressesAreTold(text: String, expected: Address) { #expect(Address(text) == expected) }

@Test(arguments: [
  ("HTTP://Example.COM/path", "http://example.com"), ("https://a:b@h:81?x", "https://h:81"),
  ("http://h:80", "http://h"), ("https://h:443/", "https://h"), ("http://h:443/", "http://h:443"),
])
func originsAreTold(text: String, expected: String) {
  guard case .web(let origin) = Address(text) else { return #expect(Bool(false), "\(text) is refused") }
  #expect(origin.description == expected)
}

@Test(arguments: [
  "ftp://h/x", "http://", "", "gopher://h", "file:", "file://other/x", "file:///a%00b", "file:///a%zz", "file:///a%+1",
  "javascript:1",
  "/srv/x", "file:menu.csv",
])
func otherAddressesAreRefused(text: String) { #expect(Address(text) == nil) }

@Test func filePathsSurviveTheirAddress() {
  for path in ["/srv/a b/ü%.png", "/x/#?&.jpg", "/plain-_.~/"] {
    #expect(Address(Address.file(path)) == .file(path: path))
  }
}
