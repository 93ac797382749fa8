'use strict';
// What Now and Bench show alike: the phase with its shape, lamps, alarms, a press in words.

import { byId, inLanguage, make, post, put, rebuild, word } from './page.js';

const SHAPES = {
  ready: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zm0 3a6 6 0 1 1 0 12a6 6 0 0 1 0-12z',
  waiting: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zm0 3a6 6 0 0 1 0 12z',
  running: 'M6 3l15 9l-15 9z',
  count: 'M3 6h18l-9 15z',
  paused: 'M5 4h5v16h-5zM14 4h5v16h-5z',
  done: 'M4 4h16v16h-16z',
  closed: 'M4 4h16v16h-16z',
  annulled: 'M6 3l6 6l6-6l3 3l-6 6l6 6l-3 3l-6-6l-6 6l-3-3l6-6l-6-6z',
  none: '',
};

/** The word for shape and colour: the status, and whether seconds are counted down. */
export function mood(snapshot) {
  const status = snapshot.turn?.status ?? 'none';
  return status === 'running' && snapshot.wall?.form === 'count' ? 'count' : status;
}

/** Show the phase by word, shape and colour. */
export function showPhase(root, snapshot) {
  const turn = snapshot.turn;
  const now = mood(snapshot);
  root.dataset.status = now;
  byId('shape').firstElementChild.setAttribute('d', SHAPES[now] ?? '');
  put(byId('phase-word'), inLanguage(turn?.word) || word('status', turn?.status ?? 'none'));
}

export function showLamps(snapshot) {
  const lamps = Object.entries(snapshot.lamps ?? {});
  rebuild(byId('lamps'), lamps, () =>
    lamps.map(([name, state]) => {
      const lamp = make('li', '', { class: `lamp lamp-${state}` });
      lamp.append(make('i', '', { 'aria-hidden': 'true' }), make('span', word('role', name.replace(/^lamp:/, ''))));
      return lamp;
    }),
  );
}

export function showAlarms(snapshot) {
  const alarms = snapshot.alarms ?? [];
  rebuild(byId('alarms'), alarms, () =>
    alarms.map((alarm) => {
      const more = Object.values(alarm.args ?? {}).join(' · ');
      const row = make('p', '', { class: 'alarm' });
      row.append(make('b', word('alarm', alarm.kind)), make('span', more));
      if (alarm.lasting) {
        const seen = make('button', word('alarm', 'seen'), { class: 'button' });
        seen.addEventListener('click', () => post('/silence', { alarm: alarm.id }));
        row.append(seen);
      }
      return row;
    }),
  );
}

/** Seconds in the phase of a press, such as 59.993; not rounded up. */
export function seconds(ns) {
  return ns === null || ns === undefined ? '' : (Math.floor(ns / 1e6) / 1000).toFixed(3);
}

/** A press as [key, time, verdict in words, "accepted" or "refused", recorded word]. */
export function pressWords(press, snapshot) {
  const good = press.reason === null;
  const verdict = word('verdict', good ? 'accepted' : 'refused');
  const saved = snapshot.recorded === true && press.n <= snapshot.durable_n;
  return {
    key: press.key,
    time: seconds(press.elapsed_ns),
    verdict: good ? verdict : `${verdict}: ${word('reason', press.reason)}`,
    kind: good ? 'accepted' : 'refused',
    saved: saved ? 'yes' : 'no',
    savedWord: word('recorded', saved ? 'yes' : 'no'),
  };
}
