// Names, avatars and languages.
import { el } from './dom.js';

export const nameOf = (user, member) => member?.nick ?? user.global_name ?? user.username;

/** Discord's locales that have labels here; all others use English. */
export const localized = (thing, field, locale) => thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? '';

/** A coloured circle with an initial. Colours follow the order of the list, so that the first few people differ. */
export function avatar(user, people, size = '') {
  const place = people.findIndex((person) => person.id === user.id);
  const name = nameOf(user);
  // "Player 1" and "Player 2" share their initial; the number tells them apart.
  const initial = [...(/^\S+\s+(\d{1,2})$/.exec(name)?.[1] ?? [...name][0] ?? '?')].join('').toUpperCase();
  const node = el(`span.avatar${size && `.${size}`}`, { 'aria-hidden': 'true' }, initial);
  node.classList.add(user.bot || place < 0 ? 'face-app' : `face-${place % 8}`);
  return node;
}

export const isThread = (channel) => [10, 11, 12].includes(channel.type);

/** Compares snowflakes: by length, then as text. */
export const compareIds = (one, other) => one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
