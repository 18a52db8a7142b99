import Board
package import Content
package import Preview

extension PreviewMirror {
  /// As the page has it.
  package init(_ mirror: PanelMirror, version: Int) {
    self.init(
      version: version, language: mirror.language,
      items: mirror.items.map { item in
        Item(
          role: item.role.rawValue, level: item.level, text: item.text, parts: item.parts,
          isPressable: item.action != nil)
      }, notice: mirror.notice,
      question: mirror.question.map { question in
        let subject = question.subject.map { "\($0). " } ?? ""
        return Question(text: subject + question.text, yes: question.action, no: question.cancel)
      })
  }
}
