import ArgumentParser
import Board

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints what a board file may hold, as JSON Schema, for editors.",
    discussion: """
      Write it to a file, and begin the board with the line

        # yaml-language-server: $schema=vitrine.schema.json

      Editors with a YAML language server then complete keys, explain them, and mark what is wrong.
      """)

  func run() { Terminal.print(page: String(BoardSchema.json.dropLast())) }
}
