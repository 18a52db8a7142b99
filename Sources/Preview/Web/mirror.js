// What is on a panel in words, as elements that nobody sees: a screen reader reads and presses them.
//
// An element stays as long as the card it is for: who reads goes on reading, and the focus stays where it is.

// Sets only what is not so already: each change is something a screen reader looks at.
function attribute(node, name, value) {
  if (value === null || value === undefined) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}
function write(node, text) {
  if (node.textContent === text) return;
  if (node.childNodes.length === 1 && node.firstChild.nodeType === Node.TEXT_NODE) node.firstChild.data = text;
  else node.textContent = text;
}
// The children of an element, in this order; those that are there already are not taken out.
function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  nodes.forEach((node, index) => { if (parent.childNodes[index] !== node) parent.insertBefore(node, parent.childNodes[index] || null); });
}

export class Mirror {
  // `root` holds the elements, `said` what is announced.
  constructor(root, said, panel) {
    this.root = root; this.said = said; this.panel = panel;
    this.shown = ''; this.where = null;
    // By what they are for; and what the focus was on in each place, for who comes back to it.
    this.nodes = new Map(); this.left = new Map();
    // Not for Tab: who sees the panel does not come upon what is unseen.
    root.tabIndex = -1;
  }

  show(tree) {
    const {root} = this;
    root.dataset.version = tree.version;
    const wanted = JSON.stringify({...tree, version: 0});
    if (wanted === this.shown) return;
    this.shown = wanted;
    const held = root.contains(document.activeElement) ? document.activeElement : null;
    const where = tree.question ? `? ${tree.place}` : tree.place, isElsewhere = where !== this.where;
    if (held && isElsewhere) this.left.set(this.where, held.dataset.key);
    this.where = where;
    this.before = this.nodes; this.nodes = new Map();
    attribute(root, 'lang', tree.language);
    const made = tree.question ? [this.#question(tree.question)] : [];
    tree.items.forEach((item, index) => made.push(this.#item(item, index, `${tree.place}/${item.key}`)));
    arrange(root, made);
    this.before = null;
    write(this.said, tree.notice || '');
    if (held) this.#follow(held, isElsewhere);
  }

  // Keeps the focus where it was, or brings it to where it belongs now.
  #follow(held, isElsewhere) {
    let target = held.isConnected ? held : this.root;
    if (isElsewhere) {
      target = this.nodes.get(this.left.get(this.where)) || target;
      this.left.delete(this.where);
      if (this.left.size > 20) this.left.clear();
    }
    if (document.activeElement !== target) target.focus({preventScroll: true});
  }

  // The element for something, of a kind: its name, and its role where it has one that its name does not say.
  #element(key, kind, press) {
    while (this.nodes.has(key)) key += ' ';
    let node = this.before.get(key);
    if (node?.kind !== kind) {
      const [name, role] = kind.split(' ');
      node = document.createElement(name);
      if (role) node.setAttribute('role', role);
      node.kind = kind; node.dataset.key = key;
      if (press) {
        node.tabIndex = -1;
        // Not every browser gives the focus to a button that is pressed.
        node.addEventListener('click', () => { node.focus({preventScroll: true}); node.press(); });
      }
    }
    node.press = press;
    this.nodes.set(key, node);
    return node;
  }
  #text(key, kind, text, press) {
    const node = this.#element(key, kind, press);
    write(node, text);
    return node;
  }

  #press(item, part = 255) {
    return () => this.panel.command(4, 7, view => {
      view.setUint32(2, Number(this.root.dataset.version), true); view.setUint16(6, item, true); view.setUint8(8, part);
    });
  }
  #answer(answer) { return () => this.panel.command(5, 1, view => view.setUint8(2, answer)); }

  #question({text, yes, no}) {
    const group = this.#element('?', 'div alertdialog');
    attribute(group, 'aria-label', text);
    arrange(group, [
      this.#text('? text', 'p', text), this.#text('? 0', 'button', no, this.#answer(0)), this.#text('? 1', 'button', yes, this.#answer(1)),
    ]);
    return group;
  }

  #item(item, index, key) {
    const {text} = item, press = this.#press(index);
    if (item.parts.length) {
      const group = this.#element(key, 'div group');
      attribute(group, 'aria-label', text);
      arrange(group, [
        this.#text(`${key} text`, 'p', text), ...item.parts.map((name, part) => this.#text(`${key} ${part}`, 'button', name, this.#press(index, part))),
      ]);
      return group;
    }
    if (item.role === 'heading') {
      const name = `h${item.level || 2}`;
      if (!item.press) return this.#text(key, name, text);
      // Its words are a button's.
      const heading = this.#element(`${key} heading`, name);
      arrange(heading, [this.#text(key, 'button', text, press)]);
      return heading;
    }
    if (item.press) return this.#text(key, 'button', text, press);
    return item.role === 'separator' ? this.#element(key, 'hr') : this.#text(key, 'p', text);
  }
}
