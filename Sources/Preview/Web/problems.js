import {id, make} from './talk.js';

// Everything that is wrong with the file, each with its line; a click opens that place in an editor.
const names = {error: 'Mistake', warning: 'Doubtful', hint: 'Hint'};

export const editorLink = (path, line, column) =>
  `vscode://file${path.split('/').map(encodeURIComponent).join('/')}${line ? `:${line}${column ? `:${column}` : ''}` : ''}`;

export function problems(talk) {
  talk.on('problems', said => {
    const errors = said.list.filter(finding => finding.severity === 'error').length, others = said.list.length - errors;
    const state = id('state'), count = id('count');
    state.className = errors ? 'bad' : others ? 'warn' : 'good';
    id('state-words').textContent = errors ? `${errors === 1 ? '1 mistake' : `${errors} mistakes`}: the last good board is on show`
      : others ? `In order, with ${others === 1 ? '1 remark' : `${others} remarks`}` : 'In order';
    count.hidden = !said.list.length;
    count.textContent = said.list.length;
    count.classList.toggle('warn', !errors);
    const made = [];
    if (errors) made.push(make('p', {className: 'note', textContent: 'The file has mistakes. The panels show the board as it last was in order.'}));
    if (said.list.length) {
      made.push(make('ul', {className: 'findings'}, ...said.list.map(finding => {
        const line = finding.line ? `${finding.line}:${finding.column}` : '';
        const inside = [
          make('span', {className: 'where', textContent: line}),
          make('span', {className: 'message'}, make('span', {className: 'kind', textContent: `${names[finding.severity]} `}), finding.message),
        ];
        if (finding.file !== document.getElementById('title').textContent) inside.push(make('span', {className: 'file', textContent: finding.file}));
        const row = finding.path ? make('a', {href: editorLink(finding.path, finding.line, finding.column)}, ...inside) : make('div', {}, ...inside);
        return make('li', {className: finding.severity}, row);
      })));
    } else made.push(make('p', {className: 'empty', textContent: 'Nothing is wrong with the file. Each save shows at once.'}));
    id('problems').replaceChildren(...made);
  });
}
