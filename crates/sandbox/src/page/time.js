// Times as Discord shows them, by the sandbox's clock (which a developer can move forward).
import { el } from './dom.js';

let ahead = 0;
export const setClock = (now) => { ahead = now - Date.now(); };
export const now = () => Date.now() + ahead;

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};
const UNITS = [['year', 31_536_000], ['month', 2_592_000], ['day', 86_400], ['hour', 3_600], ['minute', 60], ['second', 1]];

const format = (ms, style, locale) => new Intl.DateTimeFormat(locale, STYLES[style]).format(ms);

function relative(ms, locale) {
  const seconds = Math.round((ms - now()) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale).format(Math.round(seconds / size), unit);
}

/** The node of `<t:unix:style>`, or null for a time out of range. */
export function timestamp(unix, style, locale) {
  const ms = unix * 1000;
  if (Math.abs(ms) > 8.64e15) return null;
  const node = el('time.stamp', { datetime: new Date(ms).toISOString(), title: format(ms, 'F', locale) });
  if (style === 'R') {
    node.dataset.relative = ms;
    node.dataset.locale = locale;
    node.textContent = relative(ms, locale);
  } else {
    node.textContent = format(ms, style, locale);
  }
  return node;
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const text = relative(Number(node.dataset.relative), node.dataset.locale);
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);

const dayOf = (ms) => new Date(ms).toDateString();
export const sameDay = (one, other) => dayOf(one) === dayOf(other);
export const longDay = (ms, locale) => format(ms, 'D', locale);
export const fullTime = (ms, locale) => format(ms, 'F', locale);
export const clockTime = (ms, locale) => format(ms, 't', locale);

/** The time next to a name: short for today, with the date for earlier days. */
export function messageTime(ms, locale, words) {
  if (sameDay(ms, now())) return clockTime(ms, locale);
  if (sameDay(ms, now() - 86_400_000)) return `${words.yesterday} ${clockTime(ms, locale)}`;
  return format(ms, 's', locale);
}
