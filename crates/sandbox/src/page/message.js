// A message as a DOM node.
import { el, icon, iconButton, localPath, safeLink } from './dom.js';
import { componentRows } from './components.js';
import { openLightbox } from './lightbox.js';
import { openMenu } from './menu.js';
import { inline, markdown } from './markdown.js';
import { fullTime, messageTime } from './time.js';
import { avatar, localized } from './people.js';
import { misbehave } from './api.js';

// Message types and flags.
const THREAD_CREATED = 18;
const THREAD_STARTER = 21;
const CONTEXT_COMMAND = 23;
const EPHEMERAL = 64;
const LOADING = 128;

export const isNotice = ({ type }) => type === THREAD_CREATED || type === THREAD_STARTER;
export const isEphemeral = (message) => Boolean(message.sandbox?.ephemeral || message.flags & EPHEMERAL);

export function renderMessage(message, pane) {
  if (isNotice(message)) return threadNotice(message, pane);
  const { words } = pane;
  const name = pane.name(message.author);
  const at = Date.parse(message.timestamp);
  const node = el('article.message', {
    'data-id': message.id, tabIndex: -1,
    'aria-label': words.messageBy(name, messageTime(at, pane.locale, words)),
  },
  usedLine(message, pane),
  el('div.message-row', {},
    face(message, pane),
    el('div.message-body', {},
      el('header.message-head', {},
        nameButton(message.author, pane),
        message.author.bot && el('span.app-tag', {}, words.app),
        el('time', { datetime: message.timestamp, title: fullTime(at, pane.locale) }, messageTime(at, pane.locale, words))),
      message.flags & LOADING ? thinking(name, words) : content(message, pane),
      (message.embeds ?? []).map((embed) => renderEmbed(embed, pane)),
      attachments(message, pane),
      message.components?.length > 0 && componentRows(message, pane),
      pane.failures.has(message.id) && el('p.failure', { role: 'alert' }, pane.failures.get(message.id)),
      message.thread && threadLink(message.thread, pane),
      isEphemeral(message) && onlyYou(message, pane)),
    moreButton(message, pane)));
  if (message.sandbox?.pings_me) node.classList.add('pings');
  if (isEphemeral(message)) node.classList.add('ephemeral');
  return node;
}

function face(message, pane) {
  const node = el('button.face', {
    type: 'button', tabIndex: -1, 'aria-hidden': 'true', onclick: () => pane.profile(message.author, node),
  }, avatar(message.author, pane.people));
  return node;
}

function nameButton(user, pane) {
  const node = el('button.author', { type: 'button', 'aria-haspopup': 'menu', onclick: () => pane.profile(user, node) }, pane.name(user));
  return node;
}

function usedLine(message, pane) {
  const used = message.sandbox?.interaction;
  const replied = message.referenced_message;
  // Buttons cause interactions as well, but only commands have a name to show.
  if (used?.name) {
    return el('div.reply-line', {}, avatar(used.user, pane.people, 'tiny'),
      nameButton(used.user, pane), el('span', {}, pane.words.used), el('span.command-name', {}, message.type === CONTEXT_COMMAND ? used.name : `/${used.name}`));
  }
  if (replied) {
    return el('div.reply-line', {}, avatar(replied.author, pane.people, 'tiny'),
      nameButton(replied.author, pane), el('span.reply-text', {}, replied.content));
  }
  return null;
}

const thinking = (name, words) =>
  el('p.thinking', {}, el('span.dots', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i')), words.thinking(name));

function content(message, pane) {
  if (!message.content) return null;
  const node = el('div.content', {}, markdown(message.content, pane));
  if (message.edited_timestamp) {
    const last = node.firstChild.lastElementChild;
    const mark = el('span.edited', { title: fullTime(Date.parse(message.edited_timestamp), pane.locale) }, pane.words.edited);
    (last?.matches('.text, .subtext') ? last : node.firstChild).append(' ', mark);
  }
  return node;
}

function renderEmbed(embed, pane) {
  const picture = (image, kind) => {
    const source = image?.url && localPath(image.url);
    if (!source) return null;
    return pictureButton(source, image.description, image, pane, `embed-${kind}`);
  };
  const titled = (text, address, spec) => {
    const href = address && safeLink(address);
    return el(spec, {}, href ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, inline(text, pane)) : inline(text, pane));
  };
  const foot = [embed.footer?.text, embed.timestamp && fullTime(Date.parse(embed.timestamp), pane.locale)].filter(Boolean);
  const node = el('section.embed', {},
    el('div.embed-main', {},
      embed.author && titled(embed.author.name, embed.author.url, 'div.embed-author'),
      embed.title && titled(embed.title, embed.url, 'div.embed-title'),
      embed.description && markdown(embed.description, pane),
      embed.fields?.length > 0 && el('dl.fields', {}, embed.fields.map((field) =>
        el(field.inline ? 'div.field.inline' : 'div.field', {}, el('dt', {}, inline(field.name, pane)), el('dd', {}, markdown(field.value, pane)))))),
    picture(embed.thumbnail, 'thumbnail'),
    picture(embed.image, 'image'),
    foot.length > 0 && el('footer.embed-foot', {}, foot.join(' • ')));
  if (embed.color) node.style.borderInlineStartColor = `#${embed.color.toString(16).padStart(6, '0')}`;
  return node;
}

function attachments(message, pane) {
  if (!message.attachments?.length) return null;
  return el('div.attachments', {}, message.attachments.map((file) => {
    const source = localPath(file.url);
    if (source && file.content_type?.startsWith('image/')) return pictureButton(source, file.description, file, pane, 'attachment');
    return el('a.file', { href: source, download: file.filename }, icon('file'),
      el('span', {}, el('span.file-name', {}, file.filename), el('span.file-size', {}, pane.words.size(file.size))));
  }));
}

function pictureButton(source, alt, { width, height }, pane, kind) {
  const { words } = pane;
  const picture = el('button.picture', {
    type: 'button', 'aria-label': words.enlarge(alt), onclick: () => openLightbox(source, alt, words),
  }, el('img', { src: source, alt: '', width, height, decoding: 'async' }));
  if (!alt) return el(`div.picture-box.${kind}`, {}, picture);
  const text = el('p.alt-text', { hidden: true }, alt);
  const badge = el('button.alt-badge', {
    type: 'button', 'aria-label': words.altText, 'aria-expanded': 'false',
    onclick: () => { text.hidden = !text.hidden; badge.setAttribute('aria-expanded', String(!text.hidden)); },
  }, 'ALT');
  return el(`div.picture-box.${kind}`, {}, el('div.picture-frame', {}, picture, badge), text);
}

const threadLink = (thread, pane) => el('button.thread-link', {
  type: 'button', onclick: () => pane.open(thread.id),
}, icon('thread'), el('span', {}, pane.words.thread, ' ', el('strong', {}, thread.name)), ' ›');

function onlyYou(message, pane) {
  return el('footer.only-you', {}, icon('eye'), el('span', {}, pane.words.onlyYou), ' · ',
    el('button.link', { type: 'button', onclick: () => pane.act('dismiss', { message_id: message.id }, () => pane.log.remove(message.id)) }, pane.words.dismiss));
}

function threadNotice(message, pane) {
  const target = message.message_reference?.channel_id;
  const { words } = pane;
  const started = message.type === THREAD_CREATED;
  return el('article.message.notice', { 'data-id': message.id }, icon('thread'),
    el('span', {}, started ? words.startedThread(pane.name(message.author)) : words.threadBegins, ' ',
      target && pane.channels.has(target) && el('button.link', {
        type: 'button', onclick: () => pane.open(target, { message: started ? null : message.message_reference.message_id }),
      }, started ? message.content || pane.channels.get(target).name : words.original)));
}

function moreButton(message, pane) {
  const node = iconButton('more', pane.words.more, async () => {
    const commands = (await pane.commands()).filter((command) => command.type === 3);
    openMenu(pane, node, pane.words.more, [
      ...commands.map((command) => ({
        label: localized(command, 'name', pane.locale),
        pick: () => pane.sendCommand(command, [], message.id).catch((error) => pane.say(error)),
      })),
      {
        label: pane.words.deleteMessage, danger: true,
        pick: () => misbehave('delete_message', { channel_id: message.channel_id, message_id: message.id }).catch((error) => pane.say(error)),
      },
    ]);
  }, { 'aria-haspopup': 'menu' });
  node.classList.add('more');
  return node;
}
