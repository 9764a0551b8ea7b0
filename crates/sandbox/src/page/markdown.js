// Discord's Markdown as DOM nodes. Anything unrecognised stays text.
import { customEmoji, el, safeLink } from './dom.js';
import { timestamp } from './time.js';

const wrap = (tag) => (match, pane) => el(tag, {}, inline(match[1], pane));

// Tried in order at each special character; each rule turns its match into a node, or returns null to leave it as text.
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, (match) => match[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (match) => el('code', {}, match[2].trim())],
  [/\*\*\*([\s\S]+?)\*\*\*(?!\*)/y, (match, pane) => el('strong', {}, el('em', {}, inline(match[1], pane)))],
  [/\*\*([\s\S]+?)\*\*(?!\*)/y, wrap('strong')],
  [/__([\s\S]+?)__(?!_)/y, wrap('u')],
  [/\*(?!\s)((?:\*\*|\\.|[^*\\])+?)\*(?!\*)/y, wrap('em')],
  [/_((?:__|\\.|[^_\\])+?)_(?![\p{L}\p{N}_])/yu, wrap('em')],
  [/~~([\s\S]+?)~~/y, wrap('s')],
  [/\|\|([\s\S]+?)\|\|/y, spoiler],
  [/<@!?(\d{1,20})>/y, userMention],
  [/<@&(\d{1,20})>/y, (match, pane) => {
    const role = pane.role(match[1]);
    return role && el('span.mention', {}, `@${role.name}`);
  }],
  [/<#(\d{1,20})>/y, (match, pane) => channelLink(match[1], null, pane)],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, (match, pane) =>
    el('button.mention', { type: 'button', onclick: () => pane.composer.begin(match[2], match[1]) }, `/${match[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (match, pane) => timestamp(Number(match[1]), match[2] ?? 'f', pane.locale)],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (match) => customEmoji(match[2], match[1])],
  [/\[((?:\\.|\[[^\]]*\]|[^\]\\])+)\]\(<?([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+"[^"]*")?\)/y,
    (match, pane) => link(match[2], inline(match[1], pane), pane)],
  [/<(https?:\/\/[^\s<>]+)>/y, (match, pane) => link(match[1], null, pane)],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"'\])!?]/y, (match, pane) => link(match[0], null, pane)],
];
const MAY_BEGIN = /[\\`*_~|<[h]/;

/** The nodes of inline text. */
export function inline(text, pane) {
  const nodes = [];
  let plain = '';
  for (let at = 0; at < text.length;) {
    const found = MAY_BEGIN.test(text[at]) && begins(text, at, pane);
    if (!found) {
      plain += text[at++];
    } else if (typeof found.node === 'string') {
      plain += found.node;
      at += found.length;
    } else {
      if (plain) nodes.push(plain);
      plain = '';
      nodes.push(found.node);
      at += found.length;
    }
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function begins(text, at, pane) {
  // A marker inside a word is not emphasis, and "h" starts a URL only at the start of a word.
  if (/[_h]/.test(text[at]) && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return null;
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const node = match && make(match, pane);
    if (node) return { node, length: match[0].length };
  }
  return null;
}

function spoiler(match, pane) {
  const reveal = () => {
    node.classList.add('revealed');
    node.removeAttribute('role');
    node.removeAttribute('aria-label');
  };
  const node = el('span.spoiler', {
    role: 'button', tabIndex: 0, 'aria-label': pane.words.spoiler, onclick: reveal,
    onkeydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); reveal(); } },
  }, el('span', {}, inline(match[1], pane)));
  return node;
}

function userMention(match, pane) {
  const user = pane.user(match[1]);
  if (!user) return null;
  const node = el('button.mention', { type: 'button', onclick: () => pane.profile(user, node) }, `@${pane.name(user)}`);
  if (user.id === pane.me.id) node.classList.add('me');
  return node;
}

function channelLink(id, message, pane) {
  const channel = pane.channels.get(id);
  if (!channel) return null;
  return el('button.mention', { type: 'button', onclick: () => pane.open(id, { message }) },
    pane.channelTitle(channel, true), message && ' › 💬');
}

/** The place in this sandbox that a Discord URL points to, or null. */
export function jumpTarget(address) {
  const match = /^https?:\/\/(?:[\w.]*discord\.com|127\.0\.0\.1:\d+|localhost:\d+)\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/.exec(address);
  return match && { channel: match[1], message: match[2] ?? null };
}

function link(address, label, pane) {
  const target = jumpTarget(address);
  if (target && pane.channels.has(target.channel)) {
    if (!label) return channelLink(target.channel, target.message, pane);
    return el('button.link', { type: 'button', onclick: () => pane.open(target.channel, target) }, label);
  }
  const href = safeLink(address);
  return href && el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, label ?? address);
}

/** The nodes of a whole message or embed description. */
export function markdown(text, pane) {
  const parts = el('div.markdown');
  let from = 0;
  for (const match of text.matchAll(/```(?:([\w+#-]+)\n)?\n*([\s\S]*?[^`\n])\n*```\n?/g)) {
    parts.append(...blocks(text.slice(from, match.index).replace(/\n$/, ''), pane));
    parts.append(el('pre', { tabIndex: 0 }, el('code', {}, match[2])));
    from = match.index + match[0].length;
  }
  parts.append(...blocks(text.slice(from), pane));
  return parts;
}

const LINES = [
  [/^>>> ?([\s\S]*)$/, 'rest'],
  [/^> (.*)$/, 'quote'],
  [/^(#{1,3}) +(.+)$/, 'heading'],
  [/^-# +(.+)$/, 'small'],
  [/^( *)[-*] +(.+)$/, 'bullet'],
  [/^( *)\d{1,9}\. +(.+)$/, 'number'],
];

function blocks(text, pane) {
  if (!text) return [];
  const nodes = [];
  const lines = text.split('\n');
  const kindOf = (line) => LINES.map(([pattern, kind]) => ({ kind, match: pattern.exec(line) })).find(({ match }) => match);
  for (let at = 0; at < lines.length;) {
    const first = kindOf(lines[at]);
    const run = [];
    if (first?.kind === 'rest') {
      nodes.push(el('blockquote', {}, blocks(lines.slice(at).join('\n').replace(/^>>> ?/, ''), pane)));
      break;
    }
    if (first?.kind === 'heading') {
      nodes.push(el(`div.heading.h${first.match[1].length}`, { role: 'heading', 'aria-level': 3 + first.match[1].length }, inline(first.match[2], pane)));
      at++;
    } else if (first?.kind === 'small') {
      nodes.push(el('div.subtext', {}, inline(first.match[1], pane)));
      at++;
    } else {
      const start = at;
      for (let next; at < lines.length && (next = kindOf(lines[at]))?.kind === first?.kind; at++) run.push(next?.match ?? lines[at]);
      if (!first) nodes.push(el('div.text', {}, inline(run.join('\n'), pane)));
      else if (first.kind === 'quote') nodes.push(el('blockquote', {}, blocks(run.map((match) => match[1]).join('\n'), pane)));
      else {
        const items = run.map((match) => el(match[1] ? 'li.nested' : 'li', {}, inline(match[2], pane)));
        nodes.push(first.kind === 'bullet' ? el('ul', {}, items) : el('ol', { start: parseInt(lines[start], 10) }, items));
      }
    }
  }
  return nodes;
}
