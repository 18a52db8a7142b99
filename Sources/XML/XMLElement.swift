/// An element of an XML document.
package final class XMLElement {
  package enum Child {
    case element(XMLElement)
    case text(String)
  }

  package struct Attribute: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// As `XMLTree.Rules` calls it.
  package let name: String
  /// In the order they are written, as `XMLTree.Rules` calls them.
  package let attributes: [Attribute]
  /// Where its start tag ends, counted from 1.
  package let line: Int
  package internal(set) var children: [Child] = []
  /// Its end tag was read; false where the document breaks off.
  package internal(set) var isClosed = false

  init(name: String, attributes: [Attribute], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  /// The children without the texts between them.
  package var elements: some Sequence<XMLElement> {
    children.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// An attribute's value.
  package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
