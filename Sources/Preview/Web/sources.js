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
  // What the board takes for a word, as the tokenizer of expressions has it; anything else is written as a text behind what it is in.
  const isWord = name => /^(?:[A-Za-z_]|(?![\0-\x7f])\p{XIDS})(?:\w|(?![\0-\x7f])\p{XIDC})*$/u.test(name);
  const meaning = ['it', 'and', 'or', 'not', 'true', 'false', 'null'];
  const quoted = text => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;
  // An empty path is the item itself.
  const join = (path, name) => !isWord(name) ? `${path || 'it'}(${quoted(name)})` : path ? `${path}.${name}` : meaning.includes(name) ? `it.${name}` : name;
  function leaf(name, value, path) {
    const button = make('button', {type: 'button'}, make('span', {className: 'key', textContent: name}), ` ${value}`);
    button.addEventListener('click', () => copy(path || 'it'));
    button.title = path || 'it';
    return make('li', {}, button);
  }
  function branch(name, value, path, isOpen) {
    if (value === null || typeof value !== 'object') return leaf(name, JSON.stringify(value), path);
    const isList = Array.isArray(value), entries = isList ? value.map((item, index) => [index, item]) : Object.entries(value);
    const details = make('details', {open: isOpen}, make('summary', {}, make('span', {className: 'key', textContent: name}), isList ? ` ${entries.length} items` : ` ${entries.length} fields`));
    let isFilled = false;
    // What nobody opens is not made.
    const fill = () => {
      if (isFilled) return;
      isFilled = true;
      // Of the list that the source has its items from, each is what its fields are of.
      const isItems = isList && path === (items() || '');
      // Lists go into charts and repeat cards, so they have a path as well.
      const whole = path ? [leaf('', isList ? 'the whole list' : 'the whole record', path)] : [];
      details.append(make('ul', {}, ...whole, ...entries.map(([key, item], index) => branch(String(key), item, isItems ? '' : isList ? `${path || 'it'}.${key}` : join(path, key), isList && index === 0))));
    };
    if (isOpen) fill();
    details.addEventListener('toggle', fill);
    return make('li', {}, details);
  }
  const items = () => states.find(source => source.name === chosen)?.items;
  let shown = '';
  function show(said) {
    const wanted = said ? JSON.stringify([said, items() || '']) : '';
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
