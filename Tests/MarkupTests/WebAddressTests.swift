import TestSupport
import Testing

@testable import Markup

private let references: [(String, String?)] = [
  ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
  ("//g", "http://g"),
  ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
  ("g#s", "http://a/b/c/g#s"),
  ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
  ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
  ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
  ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
  ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
  ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
  ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
  ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
  ("g:h", nil), ("", nil), ("https://b/x/../y", "https://b/y"), ("HTTP://b", "HTTP://b"), ("mailto:a@b", nil),
  ("javascript:x", nil), ("a b\"ü", "http://a/b/c/a%20b%22%C3%BC"), (" \n/x\t", "http://a/x"), ("/a\nb", "http://a/ab"),
  ("?a=1&amp;b=2", "http://a/b/c/d;p?a=1&b=2"), ("?a=1&b=amp;", "http://a/b/c/d;p?a=1&b=amp;"),
]

/// RFC 3986, section 5.4: normal and abnormal examples; what is no address of the web is none here.
@Test(arguments: references)
func referencesAreResolved(reference: String, address: String?) {
  #expect(WebAddress.resolve(reference, against: "http://a/b/c/d;p?q") == address)
}

@Test func aBaseWithoutAPathHasARoot() {
  #expect(WebAddress.resolve("g", against: "http://a") == "http://a/g")
  #expect(WebAddress.resolve("?x", against: "http://a") == "http://a?x")
  #expect(WebAddress.resolve("g", against: nil) == nil)
  #expect(WebAddress.resolve("http://b/./c", against: nil) == "http://b/./c")
  #expect(WebAddress.resolve("g", against: "file:///etc/") == nil)
}

@Test func whatIsTooLongIsNoAddress() {
  let long = String(repeating: "a/../", count: 2_000)
  #expect(WebAddress.resolve(long, against: "http://a/") == nil)
  #expect(WebAddress.resolve("x", against: "http://a/" + long) == nil)
  #expect(WebAddress.resolve(String(repeating: "ü", count: 2_000), against: "http://a/") == nil, "once it is escaped")
}

/// Whatever is resolved stays on the web, has no white space, and is resolved to itself.
@Test func whatIsResolvedIsAnAddress() {
  var random = SplitMix64(seed: 5)
  let pieces = ["/", "..", ".", "a", "?", "#", ":", "//", "b", " ", "ü", "http:", "&amp;", "%2e", "\\", ";"]
  for _ in 0..<5_000 {
    let count = Int.random(in: 0..<9, using: &random)
    let reference = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    guard let address = WebAddress.resolve(reference, against: "https://h.example/x/y") else { continue }
    #expect(WebAddress.isWeb(address) && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(reference)")
    #expect(WebAddress.resolve(address, against: "https://h.example/x/y") == address, "\(reference) became \(address)")
  }
}
