'use strict';
// What the wall shows, by the rule of firmware_host/engine/wall.py: whole seconds, rounded away
// from zero. Instants are whole microseconds: they stay exact in a double for 285 years.

const SECOND = 1_000_000;

/** Microseconds of a decimal text of nanoseconds (which may pass 2**53). */
export function micros(text) {
  return Number(BigInt(text) / 1000n);
}

/** What is left at an instant, not under the floor, in microseconds. */
export function leftAt(wall, now) {
  const left = wall.mode === 'run' ? micros(wall.zero_ns) - now : (wall.left_ns ?? 0) / 1000;
  return Math.max(left, (wall.floor_ns ?? 0) / 1000);
}

/** The text of the wall at an instant. */
export function shown(wall, now) {
  if (!wall || wall.mode === 'blank') return '';
  const left = leftAt(wall, now);
  const seconds = left >= 0 ? Math.ceil(left / SECOND) : Math.floor(left / SECOND);
  const size = Math.abs(seconds);
  const clock = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
  const text = wall.form === 'count' ? String(seconds) : (seconds < 0 ? '-' : '') + clock;
  return wall.mark ? `${text} ${wall.mark}` : text;
}

/** How much of the phase is left, 0 to 1. */
export function share(wall, now) {
  if (!wall || wall.mode === 'blank' || !wall.length_ns) return 0;
  return Math.min(1, Math.max(0, (leftAt(wall, now) * 1000) / wall.length_ns));
}
