'use strict';
// The state of the box, followed: an event stream while the page is seen, polling where the
// server has no stream left. One stream a tab, and none of a hidden tab: a browser has six
// connections for us.

import { BoxClock } from './clock.js';
import { micros } from './wall.js';

const STALE_MS = 2000;
const POLL_MS = 1000;
const SILENT_MS = 5000;
const AGAIN_MS = 30_000;

export class Live {
  clock = new BoxClock();
  snapshot = null;
  #heard = performance.now();
  #stream = null;
  #opened = 0;
  #poll = null;
  #etag = '';
  #tell;

  /** `tell(snapshot)` is called with every snapshot. */
  constructor(tell) {
    this.#tell = tell;
    document.addEventListener('visibilitychange', () => this.#look());
    window.addEventListener('pagehide', () => this.#rest());
    window.addEventListener('pageshow', () => this.#look());
    this.#look();
    setInterval(() => this.#watch(), POLL_MS);
  }

  /** For how many ms nothing is known of the box; 0 while it is fresh. */
  staleFor() {
    const silent = performance.now() - this.#heard;
    if (silent > STALE_MS) return silent;
    const now = this.clock.now();
    if (this.snapshot?.link === 'lost' && now !== null) {
      const lost = (now - micros(this.snapshot.since_ns)) / 1000;
      if (lost > STALE_MS) return lost;
    }
    return 0;
  }

  #look() {
    if (document.hidden) this.#rest();
    else if (!this.#stream && !this.#poll) this.#open();
  }

  #rest() {
    this.#stream?.close();
    this.#stream = null;
    clearInterval(this.#poll);
    this.#poll = null;
  }

  #open() {
    const stream = new EventSource('/events');
    this.#stream = stream;
    this.#opened = performance.now();
    stream.onmessage = (event) => this.#take(JSON.parse(event.data));
    stream.addEventListener('beat', (event) => this.#beat(JSON.parse(event.data).mono_ns));
    stream.onerror = () => {
      // A stream that only broke connects again by itself; a refused one is closed for good.
      if (stream.readyState !== EventSource.CLOSED || this.#stream !== stream) return;
      this.#rest();
      this.#startPolling();
    };
  }

  /** A stream that says nothing (a Wi-Fi that came back, a proxy that holds it back) is given up. */
  #watch() {
    if (!this.#stream || performance.now() - Math.max(this.#heard, this.#opened) < SILENT_MS) return;
    this.#rest();
    this.#startPolling();
  }

  #startPolling() {
    const begun = performance.now();
    this.#poll = setInterval(() => {
      if (performance.now() - begun > AGAIN_MS * (0.8 + 0.4 * Math.random())) {
        this.#rest();
        this.#open();
        return;
      }
      this.#ask();
    }, POLL_MS);
    this.#ask();
  }

  async #ask() {
    try {
      const headers = this.#etag ? { 'If-None-Match': this.#etag } : {};
      const reply = await fetch('/snapshot.json', { headers, cache: 'no-store', signal: AbortSignal.timeout?.(SILENT_MS) });
      if (!reply.ok && reply.status !== 304) return;
      this.#beat(reply.headers.get('X-Mono-Ns'));
      if (reply.status === 304) return;
      this.#etag = reply.headers.get('ETag') ?? '';
      this.#take(await reply.json());
    } catch {
      // no server: the page says by itself that it is stale
    }
  }

  #beat(monoNs) {
    this.#heard = performance.now();
    this.clock.sample(micros(monoNs));
  }

  #take(snapshot) {
    this.#heard = performance.now();
    this.clock.boot(snapshot.boot ?? '');
    if (snapshot.link === 'ok' && snapshot.mono_ns) this.clock.sample(micros(snapshot.mono_ns));
    this.snapshot = snapshot;
    this.#tell(snapshot);
  }
}
