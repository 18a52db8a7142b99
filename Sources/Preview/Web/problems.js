import {id, make} from './talk.js';

// Everything that is wrong with the file, each with its line; a click opens that place in an editor.
const names = {error: 'Mistake', warning: 'Doubtful', hint: 'Hint'};

// Where the studio was started with an editor it opens the place itself; else the browser is asked for who knows `vscode:` addresses.
let editor = null;
export function editorLink(made, path, line, column) {
  made.href = `vscode://file${path.split('/').map(encodeURIComponent).join('/')}${line ? `:${line}${column ? `:${column}` : ''}` : ''}`;
  made.addEventListener('click', event => {
    if (!editor) return;
    event.preventDefault();
    editor.say({do: 'open', path, line: line || 1, column: column || 1});
  });
  return made;
}

export function problems(talk) {
  talk.on('panels', said => { editor = said.hasEditor ? talk : null; });
  talk.on('opened', said => { id('opened').textContent = said.problem || ''; });
  talk.on('problems', said => {
    const errors = said.list.filter(finding => finding.severity === 'error').length, others = said.list.length - errors;
    const state = id('state'), count = id('count');
    state.className = errors ? 'bad' : others ? 'warn' : 'good';
    id('state-words').textContent = errors ? `${errors === 1 ? '1 mistake' : `${errors} mistakes`}: ${said.hasBoard ? 'the last good board is on show' : 'no board is on show yet'}`
      : others ? `In order, with ${others === 1 ? '1 remark' : `${others} remarks`}` : 'In order';
    count.hidden = !said.list.length;
    count.textContent = said.list.length;
    count.classList.toggle('warn', !errors);
    const made = [];
    if (errors) made.push(make('p', {className: 'note', textContent: said.hasBoard ? 'The file has mistakes. The panels show the board as it last was in order.'
      : 'The file has mistakes. The panels show the board once they are mended.'}));
    if (said.list.length) {
      made.push(make('ul', {className: 'findings'}, ...said.list.map(finding => {
        const line = finding.line ? `${finding.line}:${finding.column}` : '';
        const inside = [
          make('span', {className: 'where', textContent: line}),
          make('span', {className: 'message'}, make('span', {className: 'kind', textContent: `${names[finding.severity]} `}), finding.message),
        ];
        if (finding.file !== id('title').title) inside.push(make('span', {className: 'file', textContent: finding.file}));
        const row = finding.path ? editorLink(make('a', {}, ...inside), finding.path, finding.line, finding.column) : make('div', {}, ...inside);
        return make('li', {className: finding.severity}, row);
      })));
    } else made.push(make('p', {className: 'empty', textContent: 'Nothing is wrong with the file. Each save shows at once.'}));
    id('findings').replaceChildren(...made);
  });
}
