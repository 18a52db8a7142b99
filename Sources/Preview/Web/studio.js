import {Talk, id} from './talk.js';
import {Stage} from './stage.js';
import {problems} from './problems.js';
import {inspector} from './inspector.js';
import {conditions} from './conditions.js';
import {sources} from './sources.js';
import {motion} from './motion.js';
import {difference} from './difference.js';
import {saves} from './saves.js';
import {Gallery} from './gallery.js';

// The studio: panels on a stage, and tabs beside them.
const talk = new Talk(), stage = new Stage(talk);
talk.onState = (isOpen, why) => {
  if (isOpen) return;
  id('state').className = 'bad';
  id('state-words').textContent = `${why} Trying again…`;
};
problems(talk);
inspector(talk, stage);
conditions(talk);
sources(talk);
motion(talk, stage);
difference(talk);
saves(talk, stage);
const gallery = new Gallery(talk);

// One tab at a time; arrows go from one to the next. Source: WAI-ARIA Authoring Practices, tabs.
const tabs = [...document.querySelectorAll('[role=tab]')];
export function show(tab, takesFocus) {
  for (const other of tabs) {
    const isIt = other === tab;
    other.setAttribute('aria-selected', String(isIt));
    other.tabIndex = isIt ? 0 : -1;
    id(other.getAttribute('aria-controls')).hidden = !isIt;
  }
  if (takesFocus) tab.focus();
}
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => show(tab));
  tab.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step) show(tabs[(index + step + tabs.length) % tabs.length], true);
  });
});
show(tabs[0]);

// What tests and curious people may read.
window.studio = {talk, stage, get panels() { return stage.panels.map(place => ({...place.panel.stats, size: place.panel.size, scale: place.scale, spec: place.spec})); }};
