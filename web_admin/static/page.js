'use strict';
// Small things that every page needs: words, elements, posts. Text goes in as text, never as HTML.

const words = JSON.parse(document.querySelector('[data-words]').dataset.words);
export const language = document.documentElement.lang;

/** A word of the page, with %(name)s filled in; an unknown word stands as it is. */
export function word(group, key, values = {}) {
  const text = words[`${group}.${key}`] ?? String(key);
  return text.replace(/%\((\w+)\)s/g, (all, name) => values[name] ?? '').trim();
}

/** Whether the page has a word. */
export function knows(group, key) {
  return `${group}.${key}` in words;
}

/** A text that the box has in several languages. */
export function inLanguage(texts) {
  return texts ? (texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '') : '';
}

export function byId(id) {
  return document.getElementById(id);
}

/** A new element with text and attributes. */
export function make(tag, text = '', attributes = {}) {
  const element = document.createElement(tag);
  if (text !== '') element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** Put text into an element, only when it is another one. */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Rebuild the children of an element only when `key` is another one than before. */
export function rebuild(element, key, build) {
  const mark = JSON.stringify(key);
  if (element.dataset.built === mark) return;
  element.dataset.built = mark;
  element.replaceChildren(...build());
}

/** Post JSON with the page's token; returns {ok, code, text}, also when nobody answers. */
export async function post(path, body, more = {}) {
  const csrf = document.querySelector('meta[name=csrf]').content;
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrf };
  try {
    const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body), ...more });
    if (reply.headers.get('Content-Type')?.startsWith('application/json')) return await reply.json();
    const why = reply.status === 403 ? 'no-rights' : 'link-lost'; // a proxy, a server that is full
    return { ok: false, code: String(reply.status), text: word('error', why) };
  } catch {
    return { ok: false, code: 'busy', text: word('error', 'link-lost') };
  }
}

/** Show a fault of a post in words; a good answer takes it away. */
export function showTrouble(reply) {
  const trouble = byId('trouble');
  trouble.hidden = reply.ok;
  put(trouble, reply.ok ? '' : reply.text);
}
