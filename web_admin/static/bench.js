'use strict';
// Bench: the simulated board. Shows what the box says; keys, displays and sounds have files of
// their own.

import { Displays } from './displays.js';
import { Keys } from './keys.js';
import { Live } from './live.js';
import { byId, inLanguage, make, post, put, rebuild, word } from './page.js';
import { pressWords, showAlarms, showLamps, showPhase } from './parts.js';
import { Sound } from './sound.js';

const root = byId('bench');
const displays = new Displays(byId('displays'));
const sound = new Sound(JSON.parse(root.dataset.sounds), byId('sound'), byId('sound-state'));
const keys = new Keys([byId('host-keys'), byId('other-keys'), byId('seat-keys')], say);
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
  showFormats(snapshot);
  showPresses(snapshot);
  showEar(snapshot);
  sound.follow(snapshot, live.clock);
});

/** Whether START is the one thing to do. */
function startIsNext(snapshot) {
  return ['begin', 'advance-begin', 'resume'].includes(snapshot.may?.start);
}

function hint(snapshot) {
  const may = snapshot.may?.start;
  const wall = snapshot.wall ?? {};
  if (may === 'begin' && snapshot.mode === 'rehearsal') {
    return word('bench', 'start-taste', { seconds: Math.ceil((wall.length_ns ?? 0) / 1e9) });
  }
  if (may === 'begin') return word('bench', 'start');
  if (may === 'advance-begin') return word('bench', 'advance');
  if (may === 'resume') return word('bench', 'resume');
  if (snapshot.turn?.status !== 'running') return '\u00a0';
  return word('bench', wall.form === 'count' ? 'collect' : 'running');
}

function showFormats(snapshot) {
  const now = snapshot.format?.id;
  const known = snapshot.formats ?? [];
  const running = snapshot.turn?.status === 'running' || snapshot.turn?.status === 'paused';
  rebuild(byId('formats'), [known, now, running], () =>
    known.map((format) => {
      const chosen = format.id === now;
      const kind = word('bench', format.rehearsal ? 'taste' : 'real');
      const button = make('button', '', { class: 'format', 'aria-pressed': String(chosen) });
      button.append(make('b', kind), make('span', inLanguage(format.name)));
      button.disabled = running;
      const mode = format.rehearsal ? 'rehearsal' : 'match';
      button.addEventListener('click', async () => {
        say(await post('/choose', { format: format.id, set: {}, mode }));
      });
      return button;
    }),
  );
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

/** Show a fault of a post in words; a good answer takes it away. */
function say(reply) {
  const trouble = byId('trouble');
  trouble.hidden = reply.ok;
  put(trouble, reply.ok ? '' : reply.text);
}

function frame() {
  const silent = live.staleFor();
  root.classList.toggle('is-stale', silent > 0);
  if (silent) put(byId('hint'), `${word('now', 'stale')}: ${word('now', 'no-link')} ${Math.floor(silent / 1000)} ${word('now', 'seconds')}`);
  displays.tick(live.snapshot, live.clock.now());
  requestAnimationFrame(frame);
}

requestAnimationFrame(frame);
