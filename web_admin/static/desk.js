'use strict';
// The judge's desk on Now: rulings that only some formats have, and the teams they are booked to.

import { showTickets } from './beside.js';
import { byId, make, rebuild, word } from './page.js';

/** Show the forms that the format at the table has, and its teams. */
export function showDesk(snapshot) {
  const desk = document.querySelector('.desk');
  if (!desk) return; // somebody who may not rule
  if (desk.open && document.visibilityState === 'visible') showTickets(byId('tickets'));
  const format = (snapshot.formats ?? []).find((one) => one.id === snapshot.format?.id);
  const books = format?.books ?? [];
  for (const form of document.querySelectorAll('[data-book]')) {
    form.hidden = !books.includes(form.dataset.book);
    const own = snapshot.turn?.team ?? '';
    for (const select of form.querySelectorAll('select[name=team]')) {
      rebuild(select, [snapshot.teams, own], () => teams(snapshot.teams ?? {}, own, form.dataset.book));
    }
  }
}

function teams(names, own, book) {
  const others = Object.entries(names).filter(([id]) => id !== own);
  const made = others.map(([id, name]) => make('option', name, { value: id }));
  if (book !== 'hint') made.unshift(make('option', names[own] ?? word('desk', 'own-team'), { value: '' }));
  return made;
}
