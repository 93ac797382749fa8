'use strict';
// The Ask page follows the box: it is loaded anew when what it says is no longer so. An admitted
// guest is then sent on to the log.

const root = document.getElementById('ask');
const left = document.getElementById('left');
const begun = performance.now();

async function look() {
  if (left) left.textContent = Math.max(0, Number(left.dataset.left) - Math.floor((performance.now() - begun) / 1000));
  const reply = await fetch('/ask.json', { cache: 'no-store' }).catch(() => null);
  const said = reply?.ok ? await reply.json() : null;
  // A form that somebody fills in is left alone, unless it could not be sent anyway.
  const follows = ['waiting', 'lost'].includes(root.dataset.state) || said?.state === 'admitted';
  if (said && said.state !== root.dataset.state && follows) location.reload();
  else setTimeout(look, 1000);
}

look();
