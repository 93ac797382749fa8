'use strict';
// What stands beside the countdown: side clocks, the forecast of the stage hour, who is next.

import { byId, inLanguage, knows, make, put, rebuild, word } from './page.js';
import { micros, shown } from './wall.js';

/** Who plays what after the present turn; nothing while that is a secret. */
export function nextWords(snapshot) {
  const next = snapshot.next;
  if (!next) return '';
  const team = snapshot.teams?.[next.team] ?? next.team;
  return `${word('now', 'next')}: ${[team, inLanguage(next.name)].filter(Boolean).join(' · ')}`;
}

/** What a side clock shows: down as the wall does, up in whole seconds gone. */
function reading(clock, now) {
  if (clock.mode === 'asked') return word('now', 'asked');
  if (clock.way === 'down') return shown({ ...clock, floor_ns: 0 }, now);
  const gone = clock.mode === 'run' ? now - micros(clock.zero_ns) : clock.left_ns / 1000;
  return shown({ mode: 'stand', left_ns: Math.floor(gone / 1e6) * 1e9 }, now);
}

function over(clock, now) {
  if (clock.way !== 'down' || clock.mode === 'asked') return false;
  return clock.mode === 'run' ? micros(clock.zero_ns) <= now : clock.left_ns <= 0;
}

/** Show the side clocks, and what is to be expected of the stage hour. */
export function showClocks(snapshot, now) {
  if (!snapshot || now === null) return;
  const rows = (snapshot.clocks ?? []).map((clock) => [clock.name, reading(clock, now), over(clock, now)]);
  const hour = snapshot.forecast;
  const warn = hour && hour.fits === false ? 'no-fit' : hour && !hour.equal ? 'unequal' : '';
  rebuild(byId('clocks'), [rows, warn], () => {
    const items = rows.map(([name, text, late]) => {
      const item = make('li', '', { class: late ? 'side-clock is-over' : 'side-clock' });
      item.append(make('span', knows('clock', name) ? word('clock', name) : name), make('b', text));
      return item;
    });
    if (warn) items.push(make('li', word('now', warn), { class: 'side-clock is-over' }));
    return items;
  });
}

/** The tickets of the turns that are not over, where this machine is the desk. */
export async function showTickets(place) {
  const reply = await fetch('/desk.json', { cache: 'no-store' }).catch(() => null);
  const desk = reply?.ok ? await reply.json() : {};
  const rows = (desk.tickets ?? []).map((one) => [one.team, one.deck, one.number].filter(Boolean).join(' '));
  put(place, rows.length ? `${word('desk', 'tickets')}: ${rows.join(', ')}` : '');
}
