import Linux
import Testing

@Test func theProgramIsReadWhole() {
  // Code, and what it only reads: whoever builds it lays them apart.
  let parts = ProgramPages.read()
  #expect((2...16).contains(parts))
}
