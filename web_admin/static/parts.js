'use strict';
// What Now and Bench show alike: the phase with its shape, lamps, alarms, a press in words.

import { byId, inLanguage, knows, make, post, put, rebuild, word } from './page.js';
import { micros } from './wall.js';

const SHAPES = {
  ready: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zm0 3a6 6 0 1 1 0 12a6 6 0 0 1 0-12z',
  waiting: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zm0 3a6 6 0 0 1 0 12z',
  running: 'M6 3l15 9l-15 9z',
  count: 'M3 6h18l-9 15z',
  claim: 'M12 2l10 10l-10 10l-10-10z',
  paused: 'M5 4h5v16h-5zM14 4h5v16h-5z',
  done: 'M4 4h16v16h-16z',
  closed: 'M4 4h16v16h-16z',
  annulled: 'M6 3l6 6l6-6l3 3l-6 6l6 6l-3 3l-6-6l-6 6l-3-3l6-6l-6-6z',
  none: '',
};

/** The word for shape and colour: the status, an open claim, whether seconds are counted down. */
export function mood(snapshot) {
  const status = snapshot.turn?.status ?? 'none';
  if (snapshot.turn?.claim) return 'claim';
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
      const row = make('p', '', { class: 'alarm' });
      row.append(make('b', alarmWords(alarm)));
      if (alarm.lasting && document.body.dataset.role === 'judge') {
        const seen = make('button', word('alarm', 'seen'), { class: 'button' });
        const fault = make('span');
        seen.addEventListener('click', async () => {
          const said = await post('/silence', { alarm: alarm.id });
          put(fault, said.ok ? '' : said.text);
        });
        row.append(seen, fault);
      }
      return row;
    }),
  );
}

/** An alarm as a sentence; where its instants are of this turn, with the times in the turn. */
export function alarmWords(alarm) {
  const args = { ...alarm.args };
  if (args.cue) args.cue = word('cue', args.cue);
  if (args.reason) args.reason = word('reason', args.reason);
  const timed = `${alarm.kind}-turn`;
  return word('alarm', args.from_s !== undefined && knows('alarm', timed) ? timed : alarm.kind, args);
}

/** Who plays what: the question of a tour, or the team with its part of the evening. */
export function whereWords(snapshot) {
  const turn = snapshot.turn;
  if (!turn) return snapshot.event?.waits ? word('now', 'stage-waits') : '\u00a0';
  const parts = [];
  if (turn.team) parts.push(snapshot.teams?.[turn.team] ?? turn.team);
  if (turn.kind && turn.kind !== 'answers') parts.push(inLanguage(snapshot.format?.name));
  if (turn.circle) parts.push(word('now', 'circle', { number: turn.circle }));
  if (turn.tour) parts.push(`${word('now', 'tour')} ${turn.tour}`);
  if (!turn.team) {
    const other = turn.kind && turn.kind !== 'answers';
    parts.push(other ? `${word('now', 'turn-number')} ${turn.number}` : `${word('now', 'question')} ${turn.question || turn.number}`);
  }
  if (snapshot.mode === 'rehearsal') parts.push(word('now', 'rehearsal'));
  return parts.filter(Boolean).join(' · ');
}

/** What a guess is worth now: the box said when the price will change, and to what. */
export function priceNow(turn, now) {
  let price = turn?.price_now ?? null;
  for (const step of turn?.prices ?? []) if (now !== null && micros(step.at_ns) <= now) price = step.score;
  return price;
}

/** A score for people: points, or a written time such as 1:07.3. */
export function scoreWords(score, unit) {
  if (unit !== 's') return String(score).replace('-', '\u2212');
  const minutes = Math.floor(score / 60);
  const rest = (Math.round((score - 60 * minutes) * 1000) / 1000).toString().split('.');
  return `${minutes}:${rest[0].padStart(2, '0')}.${rest[1] ?? '0'}`;
}

/** What the turn has so far: the claim, marks, the price, and what it is worth when it is over. */
export function showFacts(snapshot, now) {
  const turn = snapshot?.turn;
  const price = priceNow(turn, now);
  const scored = turn && turn.kind && turn.kind !== 'answers';
  const facts = [];
  if (turn?.claim) {
    const said = word('now', 'claim', { seconds: seconds(turn.claim.elapsed_ns) });
    const several = turn.claim.held !== turn.claim.mark || turn.claim.mark !== 'solved';
    facts.push(['claim', several ? `${said}: ${word('mark', turn.claim.mark)}` : said, '']);
  }
  if (price !== null && turn.outcome === null) facts.push(['price', word('now', 'price'), scoreWords(price, 'points')]);
  if (scored && turn.outcome) {
    const several = Object.keys(turn.actors ?? {}).length > 0;
    const worth = turn.score === null || several ? '' : scoreWords(turn.score, turn.unit);
    facts.push(['outcome', word('outcome', turn.outcome), worth]);
  }
  for (const [name, count] of Object.entries(scored ? (turn.marks ?? {}) : {})) {
    if (!count) continue;
    const [mark, actor] = name.split('@');
    const who = actor ? `${word('role', 'table')} ${actor.replace(/\D+/, '')}` : word('mark', mark);
    facts.push(['mark', who, String(count)]);
  }
  rebuild(byId('facts'), facts, () =>
    facts.map(([kind, name, value]) => {
      const fact = make('li', '', { class: `fact fact-${kind}` });
      fact.append(make('span', name));
      if (value) fact.append(make('b', value));
      return fact;
    }),
  );
}

/** The standings of the plan's teams; the one that plays stands out. */
export function showStandings(snapshot) {
  const rows = snapshot.standings ?? [];
  const place = byId('standings');
  place.hidden = !rows.length;
  const unit = snapshot.turn?.unit;
  const equal = new Set(rows.map((row) => row.attempts)).size < 2;
  rebuild(place, [rows, snapshot.turn?.team, unit, snapshot.teams], () =>
    rows.map((row) => {
      const [from, to] = row.place ?? ['–', '–'];
      const playing = row.team === snapshot.turn?.team;
      const item = make('li', '', { class: playing ? 'standing is-playing' : 'standing' });
      item.append(
        make('span', from === to ? `${from}` : `${from}–${to}`, { class: 'standing-place' }),
        make('span', snapshot.teams?.[row.team] ?? row.team, { class: 'standing-team' }),
        make('b', scoreWords(row.total, unit)),
      );
      if (!equal) item.append(make('small', `${word('now', 'attempts')}: ${row.attempts}`));
      return item;
    }),
  );
}

/** A verdict's verb in words: a player's key names its mark. */
export function verbWords(press) {
  const host = ['start', 'stop', 'next'].includes(press.key);
  if (press.verb === press.key && host) return '';
  if (!host && knows('mark', press.verb)) return word('mark', press.verb);
  if (knows('verb', press.verb)) return word('verb', press.verb);
  const step = /-(hold|long)$/.exec(press.verb ?? '');
  return step ? word('verb', step[1]) : '';
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
    verdict: good ? [verdict, verbWords(press)].filter(Boolean).join(': ') : `${verdict}: ${word('reason', press.reason)}`,
    kind: good ? 'accepted' : 'refused',
    saved: saved ? 'yes' : 'no',
    savedWord: word('recorded', saved ? 'yes' : 'no'),
  };
}
