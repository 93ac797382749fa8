'use strict';
// The sound of this browser. A browser sounds only after a tap; until then the page says that it
// is silent. Signals are scheduled ahead from the plan and taken back when the plan changes.

import { put, word } from './page.js';
import { micros } from './wall.js';

const AHEAD_MS = 3000;
const LATE_MS = 300;
const BLIP_GAIN = 0.25;

export class Sound {
  #names;
  #button;
  #state;
  #audio = null;
  #clips = new Map();
  #planned = new Map();
  #timer = null;
  #seen = null;

  constructor(names, button, state) {
    this.#names = names;
    this.#button = button;
    this.#state = state;
    button.disabled = !names.length;
    if (!names.length) put(state, word('bench', 'sound-none'));
    button.addEventListener('click', () => (this.#audio ? this.#off() : this.#on()));
  }

  async #on() {
    this.#audio = new AudioContext({ latencyHint: 'interactive' });
    this.#show(true);
    await this.#audio.resume();
    await Promise.all(this.#names.map((name) => this.#load(name)));
    if (this.#seen) this.follow(...this.#seen);
    this.#play('blip-accepted', BLIP_GAIN);
  }

  #off() {
    this.#cancel(() => true);
    this.#audio.close();
    this.#audio = null;
    this.#clips.clear();
    this.#show(false);
  }

  #show(on) {
    this.#button.setAttribute('aria-pressed', String(on));
    put(this.#button, word('bench', on ? 'switch-off' : 'switch-on'));
    put(this.#state, word('bench', on ? 'sound-on' : 'sound-off'));
  }

  async #load(name) {
    const audio = this.#audio;
    try {
      const reply = await fetch(`/sounds/${encodeURIComponent(name)}.wav`);
      if (reply.ok) this.#clips.set(name, await audio.decodeAudioData(await reply.arrayBuffer()));
    } catch {
      // a clip less; its cue is still seen
    }
  }

  /** Follow a snapshot: schedule what is due soon, take back what is no longer planned. */
  follow(snapshot, clock) {
    clearInterval(this.#timer);
    this.#seen = [snapshot, clock];
    if (!this.#audio || snapshot.link !== 'ok') return;
    const plan = snapshot.plan ?? [];
    const fired = new Set((snapshot.fired ?? []).map((one) => one.id));
    const ids = new Set(plan.map((one) => one.id));
    this.#cancel((id) => !ids.has(id) && !fired.has(id));
    for (const one of snapshot.fired ?? []) this.#schedule(one, micros(one.at_ns), clock);
    const look = () => plan.forEach((one) => this.#schedule(one, micros(one.due_ns), clock));
    look();
    this.#timer = setInterval(look, AHEAD_MS / 3);
  }

  #schedule(one, due, clock) {
    const here = clock.here(due);
    if (!this.#audio || here === null || this.#planned.has(one.id)) return;
    const wait = here - performance.now();
    if (wait > AHEAD_MS || wait < -LATE_MS) return;
    const source = this.#play(one.sound, 1, Math.max(0, wait) / 1000);
    this.#planned.set(one.id, source);
  }

  /** The host's ear: softer than the signals. */
  blip(name) {
    if (this.#audio) this.#play(`blip-${name}`, BLIP_GAIN);
  }

  #play(name, gain, inSeconds = 0) {
    const clip = this.#clips.get(name);
    if (!clip) return null;
    const source = this.#audio.createBufferSource();
    const volume = this.#audio.createGain();
    volume.gain.value = gain;
    source.buffer = clip;
    source.connect(volume).connect(this.#audio.destination);
    source.start(this.#audio.currentTime + inSeconds);
    return source;
  }

  #cancel(which) {
    for (const [id, source] of this.#planned) {
      if (!which(id)) continue;
      source?.stop();
      this.#planned.delete(id);
    }
  }
}
