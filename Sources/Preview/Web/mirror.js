// What is on a panel in words, as elements that nobody sees: a screen reader reads and presses them.

export class Mirror {
  // `root` holds the elements, `said` what is announced.
  constructor(root, said, panel) { this.root = root; this.said = said; this.panel = panel; this.shown = ''; }

  #element(name, text, press) {
    const made = document.createElement(name);
    made.textContent = text;
    if (press) made.addEventListener('click', press);
    // Who sees the panel does not come upon what is unseen; a screen reader does.
    if (name === 'button') made.tabIndex = -1;
    return made;
  }

  show(tree) {
    const {root} = this;
    const wanted = JSON.stringify({...tree, version: 0});
    root.dataset.version = tree.version;
    if (wanted === this.shown) return;
    this.shown = wanted;
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const pressed = (item, part) => () => this.panel.command(4, 7, view => {
      view.setUint32(2, Number(root.dataset.version), true); view.setUint16(6, item, true); view.setUint8(8, part);
    });
    root.lang = tree.language;
    const made = [];
    if (tree.question) {
      const group = this.#element('div', tree.question.text);
      group.setAttribute('role', 'alertdialog'); group.setAttribute('aria-label', tree.question.text);
      for (const [answer, name] of [[0, tree.question.no], [1, tree.question.yes]]) {
        const button = this.#element('button', name, () => this.panel.command(5, 1, view => view.setUint8(2, answer)));
        button.dataset.key = `answer ${answer}`;
        group.append(button);
      }
      made.push(group);
    }
    tree.items.forEach((item, index) => {
      let node;
      if (item.parts.length) {
        node = this.#element('div', '');
        node.setAttribute('role', 'group'); node.setAttribute('aria-label', item.text);
        node.append(this.#element('p', item.text));
        item.parts.forEach((name, part) => {
          const button = this.#element('button', name, pressed(index, part));
          button.dataset.key = `${index} ${part}`;
          node.append(button);
        });
      } else if (item.role === 'heading') {
        node = this.#element(`h${item.level || 2}`, '');
        node.append(item.press ? this.#element('button', item.text, pressed(index, 255)) : item.text);
      } else if (item.press) {
        node = this.#element('button', item.text, pressed(index, 255));
      } else if (item.role === 'separator') {
        node = this.#element('hr', '');
      } else {
        node = this.#element('p', item.text);
      }
      if (node.localName === 'button') node.dataset.key = `${index}`;
      made.push(node);
    });
    root.replaceChildren(...made);
    if (this.said.textContent !== (tree.notice || '')) this.said.textContent = tree.notice || '';
    if (focused) root.querySelector(`[data-key="${focused}"]`)?.focus({preventScroll: true});
  }
}
