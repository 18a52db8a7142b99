import {id, make} from './talk.js';

// The last answer of a source as a tree; a field is copied by its path, and expressions are tried on the first item.

export function sources(talk) {
  let chosen = '', states = [];
  // It may have been told before anybody chose it, and is not told again as long as it is the same.
  const choose = name => {
    chosen = name;
    talk.say({do: 'tree', source: name});
    show(talk.latest.get(`tree ${name}`));
  };
  // The studio may be another one by now.
  talk.onOpen.push(() => { if (chosen) talk.say({do: 'tree', source: chosen}); });
  id('source').addEventListener('change', () => choose(id('source').value));
  id('trying').addEventListener('submit', event => {
    event.preventDefault();
    talk.say({do: 'try', source: chosen, expression: id('expression').value});
  });
  const state = () => {
    const source = states.find(source => source.name === chosen);
    id('source-state').textContent = !source ? 'The board has no sources.' : source.problem ? source.problem
      : source.time ? `Answered at ${new Date(source.time * 1000).toLocaleTimeString()}.` : 'Nothing has come yet.';
  };
  talk.on('tried', said => {
    if (said.source !== chosen) return;
    id('tried').value = said.problem || `= ${JSON.stringify(said.value)}`;
    id('tried').className = said.problem ? 'fails' : '';
  });

  async function copy(path) {
    try { await navigator.clipboard.writeText(path); id('copied').textContent = `Copied: ${path}`; }
    catch { id('copied').textContent = path; }
  }
  // Names that are no words are written in brackets.
  const step = name => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `["${name}"]`;
  const join = (path, name) => { const next = step(name); return path && !next.startsWith('[') ? `${path}.${next}` : path + next; };
  function leaf(name, value, path) {
    const button = make('button', {type: 'button'}, make('span', {className: 'key', textContent: name}), ` ${JSON.stringify(value)}`);
    button.addEventListener('click', () => copy(path));
    button.title = path;
    return make('li', {}, button);
  }
  function branch(name, value, path, isOpen) {
    if (value === null || typeof value !== 'object') return leaf(name, value, path);
    const isList = Array.isArray(value), entries = isList ? value.map((item, index) => [index, item]) : Object.entries(value);
    const details = make('details', {open: isOpen}, make('summary', {}, make('span', {className: 'key', textContent: name}), isList ? ` ${entries.length} items` : ` ${entries.length} fields`));
    let isFilled = false;
    // What nobody opens is not made.
    const fill = () => {
      if (isFilled) return;
      isFilled = true;
      details.append(make('ul', {}, ...entries.map(([key, item], index) => branch(String(key), item, isList ? (path ? `${path}[${key}]` : '') : join(path, key), isList && index === 0))));
    };
    if (isOpen) fill();
    details.addEventListener('toggle', fill);
    return make('li', {}, details);
  }
  let shown = '';
  function show(said) {
    const wanted = said ? JSON.stringify(said) : '';
    if (wanted === shown) return;
    shown = wanted;
    if (!said) return id('tree').replaceChildren();
    const root = make('ul', {className: 'tree'}, ...said.answers.map((answer, index) => branch(said.answers.length > 1 ? `answer ${index + 1}` : 'answer', answer, '', true)));
    id('tree').replaceChildren(root);
  }
  talk.on('tree', said => { if (said.source === chosen) show(said); });
  talk.on('sources', said => {
    states = said.list.filter(source => !source.isSelection);
    const names = states.map(source => source.name);
    if (id('source').dataset.names !== names.join('\n')) {
      id('source').dataset.names = names.join('\n');
      id('source').replaceChildren(...names.map(name => new Option(name, name)));
    }
    if (!names.includes(chosen)) { if (names.length) choose(names[0]); else chosen = ''; }
    id('source').value = chosen;
    state();
  });
}
