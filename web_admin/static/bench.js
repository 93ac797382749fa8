'use strict';
// Bench: the simulated board. Shows what the box says; keys, displays and sounds have files of
// their own.

import { Displays } from './displays.js';
import { Keys } from './keys.js';
import { Live } from './live.js';
import { Formats, showMay } from './choice.js';
import { byId, make, put, rebuild, showTrouble, word } from './page.js';
import { pressWords, showAlarms, showFacts, showLamps, showPhase, showStandings, whereWords } from './parts.js';
import { Sound } from './sound.js';

const root = byId('bench');
const displays = new Displays(byId('displays'));
const sound = new Sound(JSON.parse(root.dataset.sounds), byId('sound'), byId('sound-state'));
const keys = new Keys([byId('host-keys'), byId('other-keys'), byId('seat-keys')], showTrouble);
const formats = new Formats(byId('formats'), showTrouble);
let lastEar = null;

const live = new Live((snapshot) => {
  if (!snapshot.board) return;
  if (!snapshot.board.simulated) location.reload();
  showPhase(root, snapshot);
  showLamps(snapshot);
  showAlarms(snapshot);
  displays.show(snapshot);
  keys.show(snapshot, startIsNext(snapshot));
  put(byId('hint'), hint(snapshot));
  put(byId('question'), whereWords(snapshot));
  showMay(byId('may'), snapshot);
  showStandings(snapshot);
  formats.show(snapshot);
  showPresses(snapshot);
  showEar(snapshot);
  sound.follow(snapshot, live.clock);
});

/** Whether START is the one thing to do. */
function startIsNext(snapshot) {
  return ['begin', 'advance-begin', 'resume'].includes(snapshot.may?.start);
}

function hint(snapshot) {
  const may = snapshot.may ?? {};
  const status = snapshot.turn?.status;
  if (may.start === 'reject') return word('bench', 'claim');
  if (may.start === 'begin' && status === 'waiting') return word('bench', 'prepared');
  if (may.start === 'begin' && snapshot.mode === 'rehearsal') {
    return word('bench', 'start-taste', { seconds: Math.ceil((snapshot.wall?.length_ns ?? 0) / 1e9) });
  }
  if (may.start === 'begin') return word('bench', 'start');
  if (may.start === 'advance-begin') return word('bench', 'advance');
  if (may.start === 'resume') return word('bench', may.next === 'fail' ? 'judge-stop' : 'resume');
  if (may['start-hold'] === 'early-start') return word('bench', 'prepare');
  if (status === 'done') return word('bench', 'done');
  if (status !== 'running') return '\u00a0';
  return word('bench', snapshot.wall?.form === 'count' ? 'collect' : 'play');
}

function showPresses(snapshot) {
  const presses = (snapshot.presses ?? []).slice(-6).reverse();
  if (!presses.length) return;
  const saved = snapshot.recorded === true ? snapshot.durable_n : -1;
  rebuild(byId('presses'), [presses, presses.map((press) => press.n <= saved)], () =>
    presses.map((press) => {
      const said = pressWords(press, snapshot);
      const row = make('li', '', { class: `press is-${said.kind}` });
      row.append(
        make('b', said.key),
        make('span', said.time, { class: 'press-time' }),
        make('span', said.verdict, { class: 'verdict' }),
        make('span', said.savedWord, { class: `recorded recorded-${said.saved}` }),
      );
      return row;
    }),
  );
}

function showEar(snapshot) {
  const ear = snapshot.ear ?? {};
  if (ear.id === undefined || ear.id === lastEar) return;
  const first = lastEar === null;
  lastEar = ear.id;
  put(byId('ear-word'), word('ear', ear.blip));
  if (first) return;
  const lamp = byId('ear');
  lamp.className = `ear-lamp ear-${ear.blip}`;
  setTimeout(() => (lamp.className = 'ear-lamp'), 600);
  sound.blip(ear.blip);
}

function frame() {
  const silent = live.staleFor();
  root.classList.toggle('is-stale', silent > 0);
  if (silent) put(byId('hint'), `${word('now', 'stale')}: ${word('now', 'no-link')} ${Math.floor(silent / 1000)} ${word('now', 'seconds')}`);
  showFacts(live.snapshot, live.clock.now());
  displays.tick(live.snapshot, live.clock.now());
  requestAnimationFrame(frame);
}

requestAnimationFrame(frame);
