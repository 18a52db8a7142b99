import Testing

@testable import Fetch

/// What is said of a connection that nobody trusts, and of a port that speaks something else.
@Suite struct ErrorWordsTests {
  @Test(arguments: [
    ("SSL certificate problem: self-signed certificate", "https://h/x", "name the file of who has in \"ca\""),
    ("SSL certificate problem: unable to get local issuer certificate", "https://h/x", "\"ca\""),
    ("SSL: no alternative certificate subject name matches target host name 'h'", "https://h/x", "another name"),
    ("error:0A00010B:SSL routines::wrong version number", "https://h/x", "write http:// if that is meant"),
    ("error:0A00010B:SSL routines::wrong version number", "mqtts://h/x", "write mqtt:// if that is meant"),
    ("SSL certificate problem: certificate has expired", "https://h/x", "its time is over"),
    ("SSL certificate problem: certificate is not yet valid", "https://h/x", "its time has not come"),
    ("something else", "https://h/x", "check this machine's clock and the certificate"),
    ("certificate verify failed", "mqtts://h/x", "--mqtt-ca"),
    ("unable to get local issuer certificate", "mqtts://h/x", "--mqtt-ca"),
  ])
  func whatIsWrongWithTrustSaysWhatToDo(words: String, address: String, advice: String) {
    let text = FetchError(.untrusted("h", words), fetching: address).description
    #expect(text.contains(words) && text.contains(advice), "\(text)")
  }

  @Test func aPortForTLSIsSuspectedWithoutItOnly() {
    #expect("\(FetchError(.noAnswer("h"), fetching: "http://h/x"))".contains("write https://"))
    #expect(!"\(FetchError(.noAnswer("h"), fetching: "https://h/x"))".contains("TLS"))
    #expect("\(FetchError(.noWebServer("h"), fetching: "http://h/x"))".contains("check the port"))
  }

  @Test func aBrokerThatHangsUpHasNoStream() {
    let text = FetchError(.brokerLeft("h"), fetching: "mqtt://h/x").description
    #expect(text.hasSuffix("h ended the connection"))
  }
}
