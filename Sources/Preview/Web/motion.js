import {FrameBar} from './frame-bar.js';
import {id, make} from './talk.js';

// How the panels move: slower, frame by frame, through a pull with each of its ends; and what is kept of it as a file.

const rates = [[1, 'Full speed', 'Full'], [0.25, 'A quarter of the speed', '¼'], [0.0625, 'A sixteenth of the speed', '1⁄16'], [0, 'Stand still', 'Still']];
const phases = {idle: 'Rest', pulling: 'Pulled', armed: 'Armed', refreshing: 'Refreshing', finishing: 'Outcome', exiting: 'Closing', canceling: 'Let go'};
const outcomes = {success: 'Success', noChange: 'No change', failure: 'Failure', offline: 'Offline', timeout: 'Time-out'};

export function motion(talk, stage) {
  const bars = new Map();

  // -- speed
  id('speeds').append(...rates.map(([rate, name, text]) => {
    const button = make('button', {type: 'button', textContent: text, title: name, 'aria-label': name, 'aria-pressed': 'false'});
    button.dataset.rate = rate;
    button.addEventListener('click', () => talk.say({do: 'speed', rate}));
    return button;
  }));
  id('frame-back').addEventListener('click', () => talk.say({do: 'step', by: -1}));
  id('frame-on').addEventListener('click', () => talk.say({do: 'step', by: 1}));
  id('damage').addEventListener('click', () => {
    const isOn = id('damage').getAttribute('aria-pressed') !== 'true';
    id('damage').setAttribute('aria-pressed', String(isOn));
    for (const bar of bars.values()) bar.outlines = isOn;
  });
  talk.on('motion', said => {
    for (const button of id('speeds').children) button.setAttribute('aria-pressed', String(Number(button.dataset.rate) === said.rate));
    filming = said.filming;
    showFilming();
  });

  // -- frames
  const isShown = () => !id('motion').hidden;
  let isWatching = false;
  const watch = () => {
    if (isShown() === isWatching) return;
    isWatching = isShown();
    talk.say({do: 'watch', on: isWatching});
    if (!isWatching) for (const bar of bars.values()) bar.clear();
  };
  new MutationObserver(watch).observe(id('motion'), {attributes: true, attributeFilter: ['hidden']});
  talk.onOpen.push(() => { isWatching = false; watch(); });
  talk.on('frames', said => {
    const place = stage.places.get(said.panel);
    if (!place || !isShown()) return;
    let bar = bars.get(said.panel);
    if (!bar) {
      bar = new FrameBar(place, frame => talk.say({do: 'frame', panel: said.panel, frame}));
      bar.outlines = id('damage').getAttribute('aria-pressed') === 'true';
      bars.set(said.panel, bar);
      id('bars').append(...[...bars.keys()].sort((a, b) => a - b).map(key => bars.get(key).element));
      id('bars-none').hidden = true;
    }
    bar.show(said);
  });
  talk.on('panels', said => {
    const numbers = said.panels.map(spec => spec.panel);
    for (const [number, bar] of bars) if (!numbers.includes(number)) { bar.clear(); bar.element.remove(); bars.delete(number); }
    id('filmed').replaceChildren(...numbers.map(number => new Option(`Panel ${number}`, number)));
    id('filmed-label').hidden = numbers.length < 2;
    id('record').hidden = !said.hasRecorder;
  });

  // -- a pull
  const scrubber = id('moment');
  let pull = null, player = 0;
  id('outcome').append(...Object.entries(outcomes).map(([value, name]) => new Option(name, value)));
  const stop = () => { cancelAnimationFrame(player); player = 0; id('pull-play').textContent = 'Play'; };
  const words = frame => {
    const mark = pull.marks.filter(mark => mark.frame <= frame).at(-1);
    const name = mark && (mark.phase === 'finishing' ? outcomes[pull.outcome] : phases[mark.phase]);
    return `${(frame / pull.rate).toFixed(2)} s · ${name || ''}`;
  };
  const scrub = frame => {
    scrubber.value = frame;
    id('moment-words').value = words(frame);
    scrubber.setAttribute('aria-valuetext', words(frame));
    talk.say({do: 'scrub', frame});
    for (const bar of bars.values()) bar.clear();
  };
  id('pull-make').addEventListener('click', () => { stop(); talk.say({do: 'pull', outcome: id('outcome').value}); });
  id('outcome').addEventListener('change', () => { if (pull) id('pull-make').click(); });
  id('pull-leave').addEventListener('click', () => { stop(); talk.say({do: 'scrub'}); });
  scrubber.addEventListener('input', () => { stop(); scrub(Number(scrubber.value)); });
  id('pull-play').addEventListener('click', () => {
    if (player) return stop();
    const first = Number(scrubber.value) >= pull.frames - 1 ? 0 : Number(scrubber.value), began = performance.now();
    const rate = rates.find(([rate]) => [...id('speeds').children].some(b => b.ariaPressed === 'true' && Number(b.dataset.rate) === rate))?.[0] || 1;
    id('pull-play').textContent = 'Stop';
    let shown = -1;
    const next = now => {
      const frame = Math.min(first + Math.floor((now - began) / 1000 * pull.rate * rate), pull.frames - 1);
      if (frame !== shown) scrub(shown = frame);
      if (frame < pull.frames - 1) player = requestAnimationFrame(next); else stop();
    };
    player = requestAnimationFrame(next);
  });
  talk.on('pull', said => {
    id('pull-state').textContent = said.state === 'making' ? `Pulling, with ${outcomes[said.outcome].toLowerCase()} at the end…` : '';
    id('pull-made').hidden = said.state !== 'ready';
    pull = said.state === 'ready' ? said : null;
    if (!pull) return stop();
    id('outcome').value = pull.outcome;
    scrubber.max = pull.frames - 1;
    id('marks').replaceChildren(...pull.marks.filter(mark => mark.phase !== 'idle').map(mark => {
      const name = mark.phase === 'finishing' ? outcomes[pull.outcome] : phases[mark.phase];
      const button = make('button', {type: 'button', textContent: name});
      // In the middle of the phase: at its first moment nothing of it is to be seen.
      const end = pull.marks.find(other => other.frame > mark.frame)?.frame ?? pull.frames - 1;
      button.addEventListener('click', () => { stop(); scrub(Math.floor((mark.frame + end) / 2)); });
      return make('li', {}, button);
    }));
    const armed = pull.marks.find(mark => mark.phase === 'armed');
    scrub(armed ? armed.frame : 0);
  });

  // -- files
  let filming = [];
  const chosen = () => Number(id('filmed').value);
  function showFilming() {
    const isFilming = filming.includes(chosen());
    id('film').setAttribute('aria-pressed', String(isFilming));
    id('film').textContent = isFilming ? 'End the film' : 'Film';
  }
  id('filmed').addEventListener('change', showFilming);
  id('film').addEventListener('click', () => talk.say({do: 'film', panel: chosen(), on: !filming.includes(chosen())}));
  id('record').addEventListener('click', () => talk.say({do: 'record', panel: chosen()}));
  talk.on('made', said => {
    const made = id('made');
    if (said.problem) return made.replaceChildren(said.problem);
    if (said.percent !== undefined) return made.replaceChildren(`Writing the film: ${said.percent} %`);
    const size = said.bytes < 1e6 ? `${Math.ceil(said.bytes / 1e3)} kB` : `${(said.bytes / 1e6).toFixed(1)} MB`;
    made.replaceChildren(make('a', {href: `made/${said.name}`, download: said.name, textContent: said.kind === 'film' ? 'Save the film' : 'Save the record'}),
      ` ${said.name}, ${size}${said.kind === 'film' ? '' : ': the last minutes, for vitrine replay'}`);
  });
}
