'use strict';
// The box's clock as this page knows it. A sample is always late by its way here, never early,
// so of the samples of the last half minute the largest difference is the least delayed one.

const KEEP_MS = 30_000;

export class BoxClock {
  #samples = [];
  #boot = null;

  /** Take an instant of the box, microseconds, that has just arrived. */
  sample(us) {
    const here = performance.now();
    this.#samples = this.#samples.filter((one) => here - one.here < KEEP_MS);
    this.#samples.push({ here, ahead: us - here * 1000 });
  }

  /** Another boot has another clock. */
  boot(id) {
    if (this.#boot !== null && this.#boot !== id) this.#samples = [];
    this.#boot = id;
  }

  /** The box's instant now, microseconds; null before the first sample. */
  now() {
    if (!this.#samples.length) return null;
    const ahead = Math.max(...this.#samples.map((one) => one.ahead));
    return performance.now() * 1000 + ahead;
  }

  /** Milliseconds of performance.now() at an instant of the box. */
  here(us) {
    const now = this.now();
    return now === null ? null : performance.now() + (us - now) / 1000;
  }
}
