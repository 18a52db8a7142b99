import Testing

@testable import VNC

/// The first is the worked example of many textbooks; the others were made with OpenSSL.
@Test(
  arguments: [
    (0x1334_5779_9BBC_DFF1, 0x0123_4567_89AB_CDEF, 0x85E8_1354_0F0A_B405),
    (0x91B7_584A_2265_B1F5, 0x92AC_7F3A_04FC_C5AC, 0xB274_ACD9_0B9C_9590),
    (0xCD61_3E30_D8F1_6ADF, 0xCA69_01B4_EF1E_8E02, 0xDE5A_939A_FCF4_4B2C),
    (0x1027_C4D1_C386_BBC4, 0x83EE_2736_8613_BB6B, 0xEFEA_4385_4E13_312E),
  ] as [(UInt64, UInt64, UInt64)])
func blocksAreThoseOfTheStandard(key: UInt64, block: UInt64, cipher: UInt64) {
  #expect(DES(key: key).encrypt(block) == cipher)
}

@Test func aResponseIsMadeOfEightLettersTheOtherWayRound() {
  let challenge = Array(0..<16).map { UInt8($0) }
  let response = DES.response(to: challenge, password: "correct-horse")
  #expect(response.count == 16 && response == DES.response(to: challenge, password: "correct-"))
  #expect(response != DES.response(to: challenge, password: "correct"))
  // "a" is 0x61, of which 0x86 are the bits the other way round.
  let cipher = DES(key: 0x8600_0000_0000_0000)
  let halves = [UInt64(0x0001_0203_0405_0607), 0x0809_0A0B_0C0D_0E0F].map { cipher.encrypt($0) }
  let expected = halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  #expect(DES.response(to: challenge, password: "a") == expected)
}
