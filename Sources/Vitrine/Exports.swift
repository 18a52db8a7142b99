// What a program that builds a kiosk works with comes with `import Vitrine` alone, and nothing of the inside: `.ci/check-face` holds the
// list of it, so that nobody breaks a program unawares.

// The board: how it is read, and what a program adds to it.
@_exported public import struct Board.BoardActions
@_exported public import struct Board.BoardFile
@_exported public import struct Board.BoardParts
@_exported public import struct Board.BoardReading
@_exported public import enum Board.BoardReference
@_exported public import enum Board.BoardSchema
@_exported public import struct Board.CardCanvas
@_exported public import struct Board.CardColors
@_exported public import struct Board.CardKey
@_exported public import protocol Board.CardKind
@_exported public import struct Board.CardKinds
@_exported public import struct Board.CardText
@_exported public import struct Board.Diagnostic
@_exported public import struct Board.Language
@_exported public import struct Board.Mark
@_exported public import struct Board.Moment
@_exported public import struct Board.NamedValues
@_exported public import struct Board.ProgramSources
@_exported public import struct Board.Record
@_exported public import enum Board.Value
@_exported public import struct Board.Viewing
@_exported public import struct Board.Zone
// Panels.
@_exported public import enum Compositor.PixelFormat
@_exported public import struct Content.KioskReport
// What people do.
@_exported public import enum Motion.InputEvent
@_exported public import struct Motion.ReportPace
@_exported public import struct Motion.Stroke
@_exported public import struct Motion.TouchEvent
@_exported public import struct Panel.DisplayMode
@_exported public import typealias Panel.Nanoseconds
@_exported public import struct Panel.VirtualDisplay
// Refresh controls of one's own.
@_exported public import struct Refresh.AlternativeRefresh
@_exported public import enum Refresh.AlternativeRefreshState
@_exported public import struct Refresh.Lettering
@_exported public import struct Refresh.OutcomeMark
@_exported public import struct Refresh.OutcomeWords
@_exported public import struct Refresh.RefreshCanvas
@_exported public import struct Refresh.RefreshMetrics
@_exported public import enum Refresh.RefreshOutcome
@_exported public import struct Refresh.RefreshParameter
@_exported public import struct Refresh.RefreshParameters
@_exported public import enum Refresh.RefreshPhase
@_exported public import struct Refresh.RefreshState
@_exported public import protocol Refresh.RefreshStyle
@_exported public import struct Refresh.RefreshStyles
@_exported public import struct Refresh.RefreshTheme
@_exported public import struct Refresh.SpriteRequest
@_exported public import struct Refresh.SpriteSet
// Places, colours and pictures.
@_exported public import struct Scene.Color
@_exported public import struct Scene.Drawing
@_exported public import struct Scene.Layer
@_exported public import struct Scene.Millimetres
@_exported public import enum Scene.Orientation
@_exported public import struct Scene.Path
@_exported public import struct Scene.Pixel
@_exported public import struct Scene.PixelRect
@_exported public import struct Scene.PixelSize
@_exported public import class Scene.Pixmap
@_exported public import struct Scene.Point
@_exported public import struct Scene.Rect
@_exported public import struct Scene.Scene
@_exported public import struct Scene.Sector
@_exported public import struct Scene.Size
@_exported public import struct Scene.Transform
@_exported public import enum Typesetting.FontSource
