'use strict';
// What can be done now: each key in words, and the formats to choose from, by document.

import { inLanguage, knows, make, post, rebuild, word } from './page.js';

const HOST = {
  start: ['start', 'start-hold'], stop: ['stop', 'stop-hold', 'stop-long'], next: ['next', 'next-long'],
};
const SURE_MS = 5000;
const GROUPS = ['taste', 'd000', 'd001', 'd002', 'd003', 'd004', 'other'];

/** Say in words what each key of the board would do now. */
export function showMay(list, snapshot) {
  const said = mayWords(snapshot);
  rebuild(list, said, () =>
    said.map(([key, text]) => {
      const item = make('li', '', { class: 'may' });
      item.append(make('b', key.toUpperCase()), make('span', text));
      return item;
    }),
  );
}

/** [key, what it would do] of the keys that do something. */
export function mayWords(snapshot) {
  const may = snapshot.may ?? {};
  const roles = [...new Set((snapshot.board?.keys ?? []).map((key) => key.role))];
  return roles.map((role) => [role, (HOST[role] ?? [role]).map((one) => doing(one, role, may, snapshot))
    .filter(Boolean).join(' · ')]).filter(([, text]) => text);
}

function doing(gesture, role, may, snapshot) {
  const verb = may[gesture];
  if (!verb) return '';
  if (!HOST[role]) {
    if (knows('mark', verb)) return word('mark', verb);
    return knows('do', verb) ? word('do', verb) : '';
  }
  const claim = snapshot.turn?.claim;
  if (!knows('do', verb) || (verb === 'confirm-held' && claim?.held === claim?.mark)) return '';
  const text = word('do', verb, { mark: word('mark', claim?.held ?? '') });
  const step = /-(hold|long)$/.exec(gesture);
  return step ? `${word('do', step[1])} — ${text}` : text;
}

function groupOf(format) {
  if (format.rehearsal) return 'taste';
  const document = /^\d{3}(?= )/.exec(format.source ?? '');
  return document && GROUPS.includes(`d${document[0]}`) ? `d${document[0]}` : 'other';
}

export class Formats {
  #root;
  #say;

  constructor(root, say) {
    this.#root = root;
    this.#say = say;
  }

  show(snapshot) {
    const now = snapshot.format?.id;
    const known = snapshot.formats ?? [];
    const running = ['running', 'paused', 'waiting'].includes(snapshot.turn?.status);
    const planned = Boolean(snapshot.turn?.stage);
    rebuild(this.#root, [known, now, running, planned, snapshot.left], () => {
      const groups = GROUPS.map((group) => [group, known.filter((one) => groupOf(one) === group)]);
      const made = planned ? [make('p', word('bench', 'plan'), { class: 'hint' })] : [];
      if (snapshot.left) made.push(this.#back(running));
      for (const [group, formats] of groups) {
        if (formats.length) made.push(this.#group(group, formats, now, running));
      }
      return made;
    });
  }

  #back(running) {
    const button = make('button', word('bench', 'plan-left'), { class: 'format', id: 'plan-left' });
    button.disabled = running;
    button.addEventListener('click', async () => this.#say(await post('/choose', { format: 'plan' })));
    return button;
  }

  #group(group, formats, now, running) {
    const details = make('details', '', { class: 'format-group' });
    details.open = group === 'taste' || formats.some((one) => one.id === now);
    const choice = make('div', '', { class: 'format-list' });
    choice.append(...formats.map((format) => this.#button(format, now, running)));
    details.append(make('summary', word('document', group)), choice);
    return details;
  }

  #button(format, now, running) {
    const chosen = format.id === now;
    const lacking = format.missing ?? [];
    const button = make('button', '', { class: 'format', 'aria-pressed': String(chosen) });
    button.dataset.format = format.id;
    button.append(make('b', inLanguage(format.name)));
    if (lacking.length) {
      const keys = lacking.map((key) => key.toUpperCase()).join(', ');
      button.append(make('span', word('bench', 'missing', { keys })));
    }
    button.disabled = running || lacking.length > 0;
    const mode = format.rehearsal ? 'rehearsal' : 'match';
    const asked = make('span', word('bench', 'plan-sure'), { hidden: '' });
    button.append(asked);
    button.addEventListener('click', async () => {
      // One tap beside the format that was meant must not end an evening's plan.
      const sure = asked.hidden ? {} : { even_so: true };
      const said = await post('/choose', { format: format.id, set: {}, mode, ...sure });
      asked.hidden = said.code !== 'plan-goes-on';
      setTimeout(() => { asked.hidden = true; }, SURE_MS);
      this.#say(said);
    });
    return button;
  }
}
