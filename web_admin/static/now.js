'use strict';
// Now: the countdown runs here, from the instant of zero; snapshots only tell when it changes.

import { Live } from './live.js';
import { showDesk } from './desk.js';
import { byId, put, word } from './page.js';
import { showClocks, nextWords } from './beside.js';
import { pressWords, showAlarms, showFacts, showLamps, showPhase, showStandings, whereWords } from './parts.js';
import { share, shown } from './wall.js';

const root = byId('now');
const time = byId('time');
const stale = byId('stale');
const line = byId('line');

const live = new Live((snapshot) => {
  showPhase(root, snapshot);
  showLamps(snapshot);
  showAlarms(snapshot);
  showStandings(snapshot);
  showDesk(snapshot);
  put(byId('question'), whereWords(snapshot));
  put(byId('last'), last(snapshot));
  put(byId('next'), nextWords(snapshot));
  for (const field of document.querySelectorAll('.if-n')) field.value = snapshot.n ?? 0;
});

function last(snapshot) {
  const press = snapshot.presses?.at(-1);
  if (!press) return '';
  const said = pressWords(press, snapshot);
  return `${said.key} ${said.time} — ${said.verdict} · ${said.savedWord}`;
}

function frame() {
  const wall = live.snapshot?.wall;
  const now = live.clock.now();
  if (wall && now !== null) {
    const hold = wall.host_word ? word('now', 'hold') : '';
    put(time, hold || shown(wall, now) || '–');
    time.dataset.length = Math.min(time.textContent.length, 7);
    line.style.transform = `scaleX(${share(wall, now).toFixed(4)})`;
  }
  showFacts(live.snapshot, now);
  showClocks(live.snapshot, now);
  const silent = live.staleFor();
  root.classList.toggle('is-stale', silent > 0);
  stale.hidden = silent === 0;
  if (silent) put(byId('stale-for'), `${word('now', 'no-link')} ${Math.floor(silent / 1000)} ${word('now', 'seconds')}`);
  requestAnimationFrame(frame);
}

requestAnimationFrame(frame);
