#if Preview
  /// The preview's page: one HTML document that loads nothing else.
  enum Page {
    /// - Parameter nonce: marks the style and the script as ours for the content security policy.
    static func html(nonce: String) -> String {
      // Modules that follow each other in one document name no files.
      let script = [
        PackageResources.frames_js, PackageResources.panel_js, PackageResources.mirror_js, PackageResources.preview_js,
      ]
      .map(Web.withoutImports).joined(separator: "\n")
      return #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="dark">
        <title>Vitrine preview</title>
        <link rel="icon" href="data:,">
        <style nonce="\#(nonce)">\#(Web.text(PackageResources.preview_css))</style>
        </head>
        <body>
        \#(Web.text(PackageResources.preview_html))
        <script nonce="\#(nonce)" type="module">\#(script)</script>
        </body>
        </html>
        """#
    }
  }

  /// Files of pages, carried in the binary.
  enum Web {
    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// A module without the lines that load others.
    static func withoutImports(_ bytes: [UInt8]) -> String {
      text(bytes).split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
        .joined(separator: "\n")
    }
  }
#endif
