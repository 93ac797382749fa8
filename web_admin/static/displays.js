'use strict';
// Seven-segment displays. What the box says a display shows is shown; while the wall runs, the
// same line is run here between snapshots.

import { make, rebuild, word } from './page.js';
import { shown } from './wall.js';

const NS = 'http://www.w3.org/2000/svg';
// Segments a to g: a polygon each, in a digit of 56 by 100.
const SEGMENTS = {
  a: '12,4 44,4 50,10 44,16 12,16 6,10',
  b: '52,12 58,18 58,42 52,48 46,42 46,18',
  c: '52,52 58,58 58,82 52,88 46,82 46,58',
  d: '12,84 44,84 50,90 44,96 12,96 6,90',
  e: '4,52 10,58 10,82 4,88 -2,82 -2,58',
  f: '4,12 10,18 10,42 4,48 -2,42 -2,18',
  g: '12,44 44,44 50,50 44,56 12,56 6,50',
};
const LIT = {
  0: 'abcdef', 1: 'bc', 2: 'abged', 3: 'abgcd', 4: 'fgbc', 5: 'afgcd', 6: 'afgedc', 7: 'abc',
  8: 'abcdefg', 9: 'abcfgd', '-': 'g', '?': 'abge', ' ': '', H: 'fbgec', O: 'abcdef', L: 'fed',
  D: 'bcdeg', P: 'abfge', E: 'afged', r: 'eg', R: 'efa', o: 'cdeg', J: 'bcde',
};

export class Displays {
  #root;
  #texts = new Map();

  constructor(root) {
    this.#root = root;
  }

  show(snapshot) {
    const displays = snapshot.displays ?? [];
    const shape = displays.map((one) => [one.name, one.alive, one.why]);
    rebuild(this.#root, shape, () => displays.map((one) => this.#display(one)));
    for (const one of displays) this.#write(one.name, one.text);
  }

  /** Between snapshots: those that show the wall run on with it. */
  tick(snapshot, now) {
    if (!snapshot?.wall || snapshot.wall.mode !== 'run' || now === null) return;
    if (snapshot.link !== 'ok') return;
    for (const one of snapshot.displays ?? []) {
      const host = (one.role ?? one.name).includes('host') && snapshot.wall.host_word;
      if (one.alive && !host) this.#write(one.name, shown(snapshot.wall, now));
    }
  }

  #display(one) {
    const figure = make('figure', '', { class: one.alive ? 'display' : 'display is-dead' });
    const svg = document.createElementNS(NS, 'svg');
    svg.setAttribute('role', 'img');
    this.#texts.set(one.name, { svg, text: null });
    const dead = one.alive ? '' : ` — ${word('bench', 'dead')} ${one.why ?? ''}`;
    figure.append(svg, make('figcaption', word('role', one.role ?? one.name.replace(/^display:/, '')) + dead));
    return figure;
  }

  #write(name, text) {
    const entry = this.#texts.get(name);
    if (!entry || entry.text === text) return;
    entry.text = text;
    entry.svg.setAttribute('aria-label', text);
    const parts = [];
    let x = 8;
    for (const letter of text.padStart(4)) {
      if (letter === ':') {
        parts.push(dot(x + 4, 34), dot(x + 4, 66));
        x += 22;
      } else {
        parts.push(...digit(letter, x));
        x += 76;
      }
    }
    entry.svg.setAttribute('viewBox', `0 0 ${x - 8} 100`);
    entry.svg.replaceChildren(...parts);
  }
}

function digit(letter, x) {
  const lit = LIT[letter] ?? LIT[letter.toUpperCase()] ?? '';
  return Object.entries(SEGMENTS).map(([name, points]) => {
    const segment = document.createElementNS(NS, 'polygon');
    segment.setAttribute('points', points);
    segment.setAttribute('transform', `translate(${x} 0)`);
    segment.setAttribute('class', lit.includes(name) ? 'lit' : 'unlit');
    return segment;
  });
}

function dot(x, y) {
  const circle = document.createElementNS(NS, 'circle');
  for (const [key, value] of [['cx', x], ['cy', y], ['r', 6], ['class', 'lit']]) circle.setAttribute(key, value);
  return circle;
}
