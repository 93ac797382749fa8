'use strict';
// Keys that are held as long as the finger is on them. Posts go one after the other, so that an
// opening never overtakes its closing.

import { make, post, rebuild } from './page.js';

const HOST = ['start', 'stop', 'next'];

function placeOf(key) {
  if (HOST.includes(key.role)) return 0;
  return /\d$/.test(key.key) ? 2 : 1;
}

export class Keys {
  #rows;
  #say;
  #buttons = new Map();
  #closed = new Set();
  #last = Promise.resolve();

  /** `rows`: where the host's keys, the other single keys and the seats go. */
  constructor(rows, say) {
    this.#rows = rows;
    this.#say = say;
    window.addEventListener('pagehide', () => this.#openAll());
    window.addEventListener('blur', () => this.#openAll());
  }

  /** Show the board's keys, which of them are closed, and whether START is to glow. */
  show(snapshot, glow) {
    const keys = snapshot.board.keys ?? [];
    this.#rows.forEach((row, place) => {
      const here = keys.filter((key) => placeOf(key) === place);
      rebuild(row, here.map((key) => key.key), () => here.map((key) => this.#button(key)));
    });
    for (const key of keys) {
      const button = this.#buttons.get(key.key);
      const pressed = key.pressed ?? (snapshot.pressed ?? []).includes(key.key);
      button.classList.toggle('is-pressed', pressed || this.#closed.has(key.key));
      button.classList.toggle('is-next', glow && key.role === 'start');
    }
  }

  #button(key) {
    const label = key.key.replace(/(\d+)$/, ' $1').toUpperCase();
    const button = make('button', label, { class: `key-button key-${key.role}`, type: 'button' });
    button.dataset.key = key.key;
    this.#buttons.set(key.key, button);
    button.addEventListener('pointerdown', (event) => {
      if (event.button === 0) this.#set(key.key, true);
    });
    for (const name of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) {
      button.addEventListener(name, () => this.#set(key.key, false));
    }
    button.addEventListener('keydown', (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (!event.repeat) this.#set(key.key, true);
    });
    button.addEventListener('keyup', (event) => {
      if (event.key === ' ' || event.key === 'Enter') this.#set(key.key, false);
    });
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    return button;
  }

  #set(key, closed) {
    if (closed === this.#closed.has(key)) return;
    if (closed) this.#closed.add(key);
    else this.#closed.delete(key);
    this.#buttons.get(key).classList.toggle('is-pressed', closed);
    this.#last = this.#last.then(async () => this.#say(await post('/key', { key, closed }, { keepalive: true })));
  }

  #openAll() {
    for (const key of [...this.#closed]) {
      this.#closed.delete(key);
      this.#buttons.get(key)?.classList.remove('is-pressed');
      post('/key', { key, closed: false }, { keepalive: true }); // the page may be going: no queue
    }
  }
}
