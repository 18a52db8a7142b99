// What a program that builds a panel needs comes with `import Vitrine` alone.
@_exported public import Board
@_exported public import Motion
@_exported public import Panel
@_exported public import Refresh
@_exported public import Scene
