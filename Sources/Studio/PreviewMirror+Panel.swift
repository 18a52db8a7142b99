import Board
package import Content
package import Preview

extension PreviewMirror {
  /// As the page has it.
  package init(_ mirror: PanelMirror, version: Int) {
    self.init(
      version: version, language: mirror.language,
      place: mirror.detail.map { "\(mirror.page) \($0.mark)" } ?? "\(mirror.page)",
      items: mirror.items.map { item in
        Item(
          key: item.card.mark, role: item.role.rawValue, level: item.level, text: item.text, parts: item.parts,
          isPressable: item.action != nil, control: item.control.map { Control($0) }, outcome: item.outcome)
      }, notice: mirror.notice,
      question: mirror.question.map { question in
        let subject = question.subject.map { "\($0). " } ?? ""
        return Question(text: subject + question.text, yes: question.action, no: question.cancel)
      },
      announced: mirror.announced.map { Announcement(number: $0.number, text: $0.text, isUrgent: $0.isUrgent) })
  }
}

extension PreviewMirror.Control {
  fileprivate init(_ control: SpokenControl) {
    self =
      switch control {
      case .toggle(let isOn): .toggle(isOn: isOn)
      case .choice(let chosen): .choice(chosen: chosen)
      case .slider(let slider):
        .slider(low: slider.low, high: slider.high, step: slider.step, value: slider.value, words: slider.words)
      }
  }
}

extension CardID {
  /// Tells it from the others of its page, as long as the board is the same.
  fileprivate var mark: String {
    let owner = group.map { "\($0.place)\($0.key.map { ":" + $0 } ?? "")>" } ?? ""
    return owner + "\(place)\(key.map { ":" + $0 } ?? "")" + (isHeading ? "^" : "")
  }
}
