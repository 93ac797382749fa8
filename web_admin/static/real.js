'use strict';
// The bench of a real board has no keys to press: what they would do now, and the choice of a game.

import { Formats, showMay } from './choice.js';
import { Live } from './live.js';
import { byId, showTrouble } from './page.js';

const place = byId('formats'); // a judge's only
const formats = place && new Formats(place, showTrouble);

new Live((snapshot) => {
  if (snapshot.board?.simulated) location.reload();
  showMay(byId('may'), snapshot);
  formats?.show(snapshot);
});
