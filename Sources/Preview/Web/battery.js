import {id, make} from './talk.js';

// A card in each state its sources can be in, beside what it is now.
const names = {'': 'As it is', empty: 'Empty', one: 'One item', many: 'Many', longest: 'Long texts', stale: 'Stale', error: 'Error'};

export function battery(talk, pointed) {
  id('battery-make').addEventListener('click', () => {
    const at = pointed();
    if (at) talk.say({do: 'battery', ...at});
  });
  talk.on('battery', said => {
    const place = id('battery');
    if (said.state === 'making') return place.replaceChildren(make('p', {className: 'empty', textContent: `Making the ${said.kind} in every state…`}));
    place.replaceChildren(...said.list.map(({state, picture, width, height}) => make('figure', {},
      make('figcaption', {textContent: names[state]}),
      make('img', {src: picture, width, height, alt: `The ${said.kind}, ${names[state].toLowerCase()}`}))));
  });
}
